import { describe, expect, it } from 'vitest'
import { checkOwnCss } from './check-own-css.ts'
import { outOfReach } from './own-css-root.ts'

const [loads, outside, unreadable] = [/loads nothing/, /only what is inside/, /not CSS that can be read/]

/** Without what every selector says of marks. */
const plain = (css: string) => css.replaceAll(outOfReach, '')

/** Own CSS, the line that is refused and why. Of each nothing is left. */
const hostile: [name: string, css: string, line: number, reason: RegExp][] = [
	['an import', '@import "x.css";', 1, loads],
	['an import with capitals', '\n@IMPORT url(x.css);', 2, loads],
	['a font', '@font-face { font-family: x; src: url(x.woff2) }', 1, loads],
	['a registered property', '@property --x { syntax: "*"; inherits: true }', 1, /@property cannot be used/],
	['a namespace', '@namespace svg "http://www.w3.org/2000/svg";', 1, /@namespace/],
	['a character set', '@charset "utf-8";', 1, /@charset/],
	['a scope', '@scope (body) { footer { color: red } }', 1, /@scope/],
	['a page', '@page { margin: 0 }', 1, /@page/],
	['a transition between pages', '@view-transition { navigation: auto }', 1, /@view-transition/],
	['a rule that no browser knows', '@evil { a { color: red } }', 1, /@evil/],
	['an address', '.t { background: url(wood.jpg) }', 1, loads],
	['an address in quotes', '.t {\n\n background: URL("//evil.example/x") }', 3, loads],
	['an address in a custom property', '.t { --x: url(//evil.example) }', 1, loads],
	['an address in a condition', '@supports (background: url(x)) { .t { color: red } }', 1, loads],
	['a broken address', '.t { background: url(a b" ) }', 1, loads],
	['a set of images', '.t { background: image-set("x.png" 1x) }', 1, loads],
	['a prefixed set of images', '.t { background: -webkit-image-set("x.png" 1x) }', 1, loads],
	['src()', '.t { background: src("x.png") }', 1, loads],
	['image()', '.t { background: image("x.png") }', 1, loads],
	['cross-fade()', '.t { background: cross-fade("x.png", "y.png") }', 1, loads],
	['an element as picture', '.t { background: element(#x) }', 1, loads],
	['a worklet', '.t { background: paint(x) }', 1, loads],
	['attr()', '.t { width: attr(data-x px) }', 1, /attr\(\) cannot be used/],
	['an escaped address', String.raw`.t { background: \75rl(x) }`, 1, /Escapes/],
	['an escaped property', String.raw`.t { posit\69on: fixed }`, 1, /Escapes/],
	['an escaped rule', String.raw`@\69mport "x";`, 1, /Escapes/],
	['fixed', '.t { position: fixed }', 1, /position can only be/],
	['fixed with capitals and weight', '.t { POSITION: FIXED !important }', 1, /position can only be/],
	['sticky', '.t { position: -webkit-sticky }', 1, /position can only be/],
	['fixed by a custom property', '.t { --p: static; position: var(--p) }', 1, /position can only be/],
	['an element that lies over the page', '.t { view-transition-name: x }', 1, /lie over the page/],
	['the host', ':host { color: red }', 1, outside],
	['the host in a list', '.t, :host(.x) { color: red }', 1, outside],
	['the host within a function', ':is(:host) .t { color: red }', 1, outside],
	['the host’s context', ':host-context(body) .t { color: red }', 1, outside],
	['the root', ':root { --x: red }', 1, outside],
	['the body', 'body { display: none }', 1, outside],
	['the page in front', 'html .t { color: red }', 1, outside],
	['the element itself', 'plaudit-wall { color: red }', 1, outside],
	['a slot', '::slotted(p) { color: red }', 1, outside],
	['what is beside the wall', '::part(wall) ~ footer { display: none }', 1, outside],
	['what comes after the wall', '::part(wall):hover + * { display: none }', 1, outside],
	['a selector without a beginning', '~ footer { display: none }', 1, outside],
	['a part that is not there', '::part(price) { color: red }', 1, /no part “price”/],
	['two parts at once', '::part(words name) { color: red }', 1, /no part “words name”/],
	['a column of nothing', 'a || b { color: red }', 1, /between no selectors|can be read/],
	['a rule inside of a rule', '.t { &:hover { color: red } }', 1, /Rules inside of rules/],
	[
		'a rule that goes around its rule',
		'.t { body:has(&) footer { color: red } }',
		1,
		/only what is inside|inside of rules|can be read/,
	],
	['words that nobody wrote', '.q::before { content: "Best ever" }', 1, /adds words/],
	['digits that nobody wrote', '.q::before { content: "10/10" }', 1, /adds words/],
	['the mark', '::part(mark) { color: red }', 1, /cannot change the part “mark”/],
	['the reward', '.t ::part(reward) { color: red }', 1, /cannot change the part “reward”/],
	['a level above all', '.t { z-index: 1001 }', 1, /up to 1000/],
	['a computed level', '.t { z-index: calc(1 * 2147483647) }', 1, /up to 1000/],
	['an expression', '.t { width: expression(alert(1)) }', 1, /expression\(\) cannot be used/],
	['a binding', '.t { -moz-binding: none }', 1, /runs no code/],
	['a behaviour', '.t { behavior: none }', 1, /runs no code/],
	['a filter of another time', '.t { filter: progid:X(y) }', 1, unreadable],
	['an open block', '.t {\n color: red', 1, /“{” is not closed/],
	['a block that closes too much', '.t { color: red }\n}', 2, /“}” closes nothing/],
	['a block that ends a rule of ours', '} body { display: none', 1, /closes nothing/],
	['a bracket of another kind', '.t { width: calc(1px} ', 1, /closes nothing/],
	['an open comment', '.t { color: red } /* ', 1, /comment is not closed/],
	['an open text', '.t { quotes: "a\n }', 1, /closing quote/],
	['the end of a style element', '.t::before { content: "</style><script>" }', 1, /HTML/],
	['a comment of HTML', '<!-- .t { color: red } -->', 1, /HTML/],
	['no CSS', 'Make it pop!', 1, unreadable],
	['brackets within brackets', `.t { width: ${'calc('.repeat(4000)}1px${')'.repeat(4000)} }`.slice(0, 20_480), 1, /./],
	['200 KB', `.t { color: red }${' '.repeat(200 * 1024)}`, 1, /may have 20 KB. These are 201 KB/],
]

describe('own CSS', () => {
	it.each(hostile)('%s is refused with its line and the reason, and nothing of it is left', (_, css, line, reason) => {
		for (const root of [null, '#wall']) {
			const checked = checkOwnCss(css, root)
			expect(checked.problems[0]?.line).toBe(line)
			expect(checked.problems[0]?.reason).toMatch(reason)
			expect(checked.css).not.toMatch(/url|import|fixed|sticky|expression|footer|body|:host|image|evil|\\|</i)
		}
	})

	it('what may be used stays where a line beside it is refused', () => {
		const { css, problems } = checkOwnCss(
			'.t {\n color: red;\n background: url(x);\n margin: 0;\n}\n@import "x";\n.q { color: blue }',
		)
		expect(plain(css)).toBe('.t{color:red;margin:0}.q{color:blue}')
		expect(problems.map(({ line }) => line)).toEqual([3, 6])
	})

	it.each([
		['::part(words) { font-style: italic }', '[part="words"]{font-style:italic}'],
		[
			'::part(card):hover ::part(name)::before { content: "— " }',
			'[part="card"]:hover [part="name"]::before{content:"— "}',
		],
		['@media (width < 600px) { .t { color: #fff } }', '@media (width<600px){.t{color:#fff}}'],
		[
			'@container (min-width: 560px) { ul { gap: 4px !important } }',
			'@container (min-width:560px){ul{gap:4px!important}}',
		],
		[
			'@supports (display: grid) { .t { width: calc(100% - 2px) } }',
			'@supports (display:grid){.t{width:calc(100% - 2px)}}',
		],
		['@layer mine { .t { inset: 0; position: absolute } }', '@layer own-mine{.t{inset:0;position:absolute}}'],
		[
			'@keyframes cut { from { opacity: 0 } } .t { animation: cut 2s }',
			'@keyframes own-cut{from{opacity:0}}.t{animation:own-cut 2s}',
		],
		['/* mine */ .t { --plaudit-ink: light-dark(#111, #eee);; }', '.t{--plaudit-ink: light-dark(#111, #eee)}'],
		['', ''],
		['   \n', ''],
	])('%s is written anew', (given, written) => {
		const { css, problems } = checkOwnCss(given)
		expect(problems).toEqual([])
		expect(
			plain(css).replaceAll(/--plaudit-ink:\s*light-dark\(#111,\s*#eee\)/g, '--plaudit-ink: light-dark(#111, #eee)'),
		).toBe(written)
	})

	it.each([
		['*', `*${outOfReach}`],
		['.t > *:hover', `.t>*:hover${outOfReach}`],
		['.t, i', `.t${outOfReach},i${outOfReach}`],
		['.t::before', `.t${outOfReach}::before`],
		['.t i:after:hover', `.t i${outOfReach}:after:hover`],
		[':is(.t, i):not(.q)', `:is(.t,i):not(.q)${outOfReach}`],
	])('the selector %s never names a mark of verification or reward', (given, written) => {
		expect(checkOwnCss(`@layer mine{${given} { opacity: 0 }}`).css).toBe(`@layer own-mine{${written}{opacity:0}}`)
	})

	it('in a page every selector begins at the wall', () => {
		const { css } = checkOwnCss(
			'.t, ul > li { color: red } ::part(wall) { color: red } @media print { a { color: red } } @keyframes x { 50% { top: 0 } }',
			'#wall',
		)
		expect(plain(css)).toBe(
			'#wall .t,#wall ul>li{color:red}#wall>*{color:red}@media print{#wall a{color:red}}@keyframes own-x{50%{top:0}}',
		)
	})

	it('20 KB of rules are checked whole', () => {
		const css = '.t:hover > ::part(words) { color: rgb(1 2 3 / 50%); margin: calc(1px + 2px) }\n'.repeat(250)
		expect(checkOwnCss(css).problems).toEqual([])
	})
})
