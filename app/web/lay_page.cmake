# cmake -P, after the program is linked: lays the page's own files beside it, with the build's name and the sizes that its
# bar counts. In: SOURCE (the tree), PAGE (the folder), VERSION.
cmake_minimum_required(VERSION 3.21)
file(SIZE ${PAGE}/shardscope.wasm WASM_BYTES)
file(SIZE ${PAGE}/shardscope.data DATA_BYTES)
# Of all that a page has: another file's build is another's.
set(hashes "")
foreach(file ${PAGE}/shardscope.wasm ${PAGE}/shardscope.data ${PAGE}/shardscope.js ${SOURCE}/app/web/index.html
        ${SOURCE}/app/web/page.js ${SOURCE}/app/web/offline.js ${SOURCE}/app/web/page.css ${SOURCE}/app/web/worker.js
        ${SOURCE}/assets/shardscope.svg)
  file(SHA256 ${file} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 12 hash)
set(BUILD ${VERSION}-${hash})
foreach(text index.html page.js worker.js)
  configure_file(${SOURCE}/app/web/${text} ${PAGE}/${text} @ONLY)
endforeach()
foreach(text page.css embed.js offline.js)
  configure_file(${SOURCE}/app/web/${text} ${PAGE}/${text} COPYONLY)
endforeach()
configure_file(${SOURCE}/assets/shardscope.svg ${PAGE}/shardscope.svg COPYONLY)
