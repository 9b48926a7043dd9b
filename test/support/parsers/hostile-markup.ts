import { fill, type HostileInput, settled } from './hostile-input.ts'

const posts = (content: string) => `<disqus xmlns="http://disqus.com"><post>${content}</post></disqus>`

/** HTML and XML with rows. */
export const hostileMarkup = (size: number): HostileInput[] => [
	settled('elements in elements', () => fill('<b>', size)),
	settled('tables in tables', () => fill('<table><tr><td>', size)),
	settled('end tags that end nothing', () => `<table><tr><td>${fill('</b>', size)}`),
	settled('very many attributes', () => `<a ${fill('a ', size)}>`),
	settled('an attribute without an end', () => `<a b="${fill('x', size)}`),
	settled('a comment without an end', () => `<!--${fill('x', size)}`),
	settled('comments without an end', () => fill('<!--', size)),
	settled('angle brackets', () => fill('<', size)),
	settled('references', () => `<table><td>${fill('&#x', size)}`),
	settled('spans of very many columns', () => `<table>${fill('<td colspan=1000>x', size)}`),
	settled('spans of very many rows', () => `<table>${fill('<tr><td rowspan=1000 colspan=1000>x', size)}`),
	settled('very many rows', () => `<table>${fill('<tr><td>x', size)}`),
	settled('very many tables', () => fill('<table><tr><td>a<td>b</table>', size)),
	settled('line ends in one cell', () => `<table><td>${fill('<br>', size)}`),
	settled('spaces in one cell', () => `<table><td>${fill(' ', size)}x`),
	settled('a post without an end', () => `<disqus xmlns="http://disqus.com"><post>${fill('<a>x</a>', size)}`),
	settled('a post of elements', () => posts(fill('<a/>', size))),
	settled('very many posts', () => fill('<post><message>x</message></post>', size)),
	settled('very many pages', () => posts(fill('<thread id="1"><title>x</title></thread>', size))),
	settled('an entity of entities', () => `<!DOCTYPE a [<!ENTITY b "${fill('x', size)}">]><a>&b;</a>`),
]

/** YAML with rows. */
export const hostileYaml = (size: number): HostileInput[] => [
	settled('lists in lists', () => `- a: ${fill('[', size)}`),
	settled('objects in objects', () => `- a: ${fill('{a: ', size)}`),
	settled('lists in lists, by dashes', () => `- a:\n    ${fill('- ', size)}`),
	settled('lists in lists, by lines', () => {
		const levels = Math.floor(Math.sqrt(size))
		return `- a:\n${Array.from({ length: levels }, (_, at) => `${' '.repeat(at + 2)}a:\n`).join('')}`
	}),
	settled('keys of keys', () => `- ${fill('? ', size)}`),
	settled('aliases of an anchor', () => `- a: &a [x]\n  b: [${fill('*a, ', size)}]`),
	settled('anchors', () => `- a: x\n${fill('  b: &b x\n', size)}`),
	settled('very many items', () => fill('- a: b\n', size)),
	settled('an item without an end', () => `- a: |\n${fill('    x\n', size)}`),
	settled('a quotation mark without an end', () => `- a: "${fill('x ', size)}`),
	settled('one line without an end', () => `- a: ${fill('x', size)}`),
	settled('colons', () => `- a: ${fill(': ', size)}`),
	settled('tags', () => `- a: ${fill('!!str ', size)}`),
	settled('comments', () => `- a: b\n${fill('#\n', size)}`),
]
