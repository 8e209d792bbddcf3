"""The board in a browser tab, without a server: a page whose Python runs in a web worker.

| file         | content                                                                                     |
|--------------|---------------------------------------------------------------------------------------------|
| `index.html` | the page, also of `play`; here with the state of a new game, to draw and play before Python is there |
| `start.js`, `model.js` | connects the board with the worker; what the page knows of its Python             |
| `worker.js`  | loads Python (Pyodide) and the packages, and passes messages on                             |
| `playing.py` | in the worker: a `GameSession`, which receives commands and posts its state                 |
| `writing.py` | writes the page into a folder                                                               |

The scripts of `board/page` are the same as in a notebook. No Jupyter and no widget library is needed.
"""
