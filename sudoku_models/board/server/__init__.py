"""The board as a web page for one person: `sudoku-models play`.

| file          | content                                                                                |
|---------------|----------------------------------------------------------------------------------------|
| `access.py`   | which requests are answered: the token, hosts and origins; no server                    |
| `boards.py`   | which boards are open: at most four, one for each page                                  |
| `handlers.py` | the answers: the page, a board, the web socket                                          |
| `server.py`   | Voila, restricted to these addresses, and the kernels                                   |
| `page/`       | the page around the board, and the page that says why a request is refused              |

Voila keeps a Python process, a kernel, for each page that is open. The page and its kernel exchange the messages of
widgets and no others, so that no code can be run through the page.
"""
