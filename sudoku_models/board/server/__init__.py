"""The board as a web page for one person: `sudoku-models play`.

| file          | content                                                                                |
|---------------|----------------------------------------------------------------------------------------|
| `access.py`   | which requests are answered: keys, the tokens of pages, hosts and origins; no server    |
| `boards.py`   | which boards are open: at most four, one for each page                                  |
| `handlers.py` | the answers: the page, a token for a key, a board for a token                           |
| `server.py`   | Voila, restricted to these addresses, and the kernels                                   |
| `kernel.py`   | the code of the kernel behind each page: one board                                      |
| `page/`       | the page around the board, and the page that says why a request is refused              |

Voila keeps a Python process, a kernel, for each page that is open. The page and its kernel exchange the messages of
widgets and no others, so that no code can be run through the page.
"""
