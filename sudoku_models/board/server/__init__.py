"""The board as a web page for one person: `sudoku-models play`.

| file        | what it is                                                                          |
|-------------|-------------------------------------------------------------------------------------|
| `door.py`   | who may come in: keys, the cookie, hosts and origins; plain Python, no server       |
| `server.py` | Voila with the few addresses that the board needs, and nothing else of the machine  |
| `kernel.py` | what runs behind each page: one board                                               |
| `page/`     | the page around the board, and the page that says why somebody is not let in        |

Voila keeps a Python process, a kernel, for each page that is open. The page and its kernel exchange the messages of
widgets and no others, so that no code can be run through the page.
"""
