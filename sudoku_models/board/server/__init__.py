"""The board as a web page for one person, or for a class: `sudoku-models play`.

| file        | content                                                                                    |
|-------------|--------------------------------------------------------------------------------------------|
| `access.py` | which requests are answered: keys, hosts and origins; no server                            |
| `boards.py` | which boards are open: at most four, one for each page, or one that a class shares          |
| `server.py` | the server, of the standard library: the page, its commands, and what it is told            |
| `start.js`  | the page's end of it, in the place of the worker of a browser tab                          |

The page is that of `board/tab`; only its Python is not in the browser but here. It sends commands and no others, which
`board.commands` checks, so that no code can be run through the page.
"""
