"""A player: pictures of the steps of an algorithm, one at a time, with a slider, buttons and the arrow keys.

The page needs no network and no library, and nothing moves before the reader asks for it. Where no script runs (a
notebook that is not trusted, some converters) the last picture and its caption are seen, or the caption alone.
"""

import json
from collections.abc import Sequence
from html import escape
from urllib.parse import quote

Frame = Sequence[str]
"""The elements of one picture, as SVG, from the bottom to the top; lines and text in `currentColor`."""

STYLE = """.sm-player{max-width:46em}
.sm-player img,.sm-player svg{max-width:100%;height:auto;display:block}
.sm-player img{background:#fff}
.sm-player p{min-height:3.2em;margin:.3em 0}
.sm-player .sm-keys{display:flex;gap:.4em;align-items:center}
.sm-player button{font:inherit;color:inherit;background:none;border:1px solid;border-radius:.3em;padding:.1em .7em;
cursor:pointer}
.sm-player button:disabled{opacity:.4;cursor:default}
.sm-player input{flex:1;min-width:4em}"""

SCRIPT = """for(const root of document.querySelectorAll(".sm-player:not([data-ready])")){
root.dataset.ready="1";
const image=root.querySelector("img"),said=root.querySelector("p"),captions=JSON.parse(root.dataset.captions);
const last=captions.length-1,make=(tag,set)=>Object.assign(document.createElement(tag),set);
const picture=make("div",{innerHTML:decodeURIComponent(image.getAttribute("src").replace(/^[^,]*,/,""))});
image.replaceWith(picture);
const parts=[...picture.querySelectorAll("[data-at]")].map((part)=>[part,part.dataset.at.split(" ")
.map((range)=>range.split("-").map(Number))]);
const keys=make("div",{className:"sm-keys"}),previous=make("button",{type:"button",textContent:"\\u2039"});
const next=make("button",{type:"button",textContent:"\\u203a"}),play=make("button",{type:"button"});
const slider=make("input",{type:"range",min:0,max:last,value:0}),count=make("span",{});
previous.setAttribute("aria-label","previous step");next.setAttribute("aria-label","next step");
slider.setAttribute("aria-label","step");
let at=0,timer=0;
const stop=()=>{clearInterval(timer);timer=0;play.textContent="play"};
const show=(step)=>{at=Math.max(0,Math.min(last,step));slider.value=at;count.textContent=`${at+1} / ${last+1}`;
slider.setAttribute("aria-valuetext",`step ${at+1} of ${last+1}`);said.textContent=captions[at];
previous.disabled=!at;next.disabled=at===last;
for(const[part,ranges]of parts)part.style.display=ranges.some(([a,b=a])=>a<=at&&at<=b)?"":"none"};
const go=(step)=>{stop();show(step)};
const toggle=()=>{if(timer)return stop();if(at===last)show(0);play.textContent="pause";
timer=setInterval(()=>{if(!root.isConnected||at===last)return stop();show(at+1);if(at===last)stop()},1400)};
const calm=matchMedia("(prefers-reduced-motion: reduce)").matches;
previous.onclick=()=>go(at-1);next.onclick=()=>go(at+1);play.onclick=toggle;slider.oninput=()=>go(Number(slider.value));
root.addEventListener("keydown",(event)=>{if(event.ctrlKey||event.altKey||event.metaKey)return;
const steps={ArrowLeft:at-1,ArrowRight:at+1,ArrowDown:at-1,ArrowUp:at+1,Home:0,End:last};
if(event.key in steps)go(steps[event.key]);
else if(event.key===" "&&event.target===slider&&!calm)toggle();
else{if(event.key===" "||event.key==="Enter")event.stopPropagation();return}
event.preventDefault();event.stopPropagation()});
keys.append(previous,...(calm?[]:[play]),next,slider,count);
for(const each of keys.children)each.setAttribute("data-lm-suppress-shortcuts","true");
root.append(keys);stop();show(0)}"""


class Player:
    """Pictures with captions, which a notebook displays one at a time.

    An element that several pictures have in common is stored once, with the steps at which it is seen. Where elements
    overlap, translucent ones (with a `fill-opacity`) are below, and of the others those that are seen first.

    Args:
        title: What is shown, in a few words.
        frames: The pictures.
        captions: A sentence for each of them, as plain text.
        width, height: Of every picture, in its own units, which are pixels where there is room.

    Raises:
        ValueError: When there is no picture, or not as many captions.

    >>> film = Player("a dot", [["<circle r='2'/>"], ["<circle r='2'/>", "<circle r='4'/>"]], ["one", "two"], 9, 9)
    >>> film
    <Player: a dot, in 2 steps; the last: two>
    >>> [part for part in film.svg().splitlines() if "circle" in part]
    ["<circle r='2'/>", "<g data-at='1'><circle r='4'/></g>"]
    """

    def __init__(self, title: str, frames: Sequence[Frame], captions: Sequence[str], width: int, height: int) -> None:
        if not frames or len(frames) != len(captions):
            raise ValueError(f"{len(frames)} pictures have {len(captions)} captions; there must be one for each")
        self.title, self.frames, self.captions = title, [tuple(frame) for frame in frames], tuple(captions)
        self.width, self.height = width, height

    def __len__(self) -> int:
        return len(self.frames)

    def __repr__(self) -> str:
        return f"<Player: {self.title}, in {len(self)} steps; the last: {self.captions[-1]}>"

    def svg(self) -> str:
        """All pictures in one, of which the last is seen."""
        steps: dict[str, list[int]] = {}
        for k, frame in enumerate(self.frames):
            for part in dict.fromkeys(frame):
                steps.setdefault(part, []).append(k)
        size = f"width='{self.width}' height='{self.height}' viewBox='0 0 {self.width} {self.height}'"
        look = "font-family='sans-serif' font-size='12' text-anchor='middle'"
        parts = [part if len(at) == len(self) else self._part(part, at) for part, at in steps.items()]
        parts.sort(key=lambda part: "fill-opacity" not in part)
        label = escape(self.title)
        top = f"<svg xmlns='http://www.w3.org/2000/svg' {size} {look} role='img' aria-label='{label}'>"
        return "\n".join([top, *parts, "</svg>"])

    def _part(self, part: str, at: list[int]) -> str:
        hidden = "" if at[-1] == len(self) - 1 else " style='display:none'"
        return f"<g data-at='{ranges(at)}'{hidden}>{part}</g>"

    def _repr_html_(self) -> str:
        picture = escape(quote(self.svg(), safe=" '/:;=,()+-.<>!?|@[]*~&\n"))
        captions, title = escape(json.dumps(self.captions, ensure_ascii=False)), escape(self.title)
        last = f'<p aria-live="polite">{escape(self.captions[-1])}</p>'
        return (
            f'<div class="sm-player" role="group" aria-label="{title}" data-captions="{captions}">'
            f"<style>{STYLE}</style>"
            f'<img alt="{title}" src="data:image/svg+xml,{picture}">{last}'
            f"<script>{SCRIPT}</script></div>"
        )


def ranges(steps: Sequence[int]) -> str:
    """Increasing numbers, briefly.

    >>> ranges([0, 1, 2, 5, 7, 8])
    '0-2 5 7-8'
    """
    found: list[list[int]] = []
    for k in steps:
        if found and found[-1][-1] == k - 1:
            found[-1][1:] = [k]
        else:
            found.append([k])
    return " ".join("-".join(map(str, run)) for run in found)
