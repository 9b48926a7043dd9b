import { expect, it } from 'vitest'
import { readEmbedCode } from './read-embed-code.ts'

const [id, origin] = ['0b5d2f60-0000-4000-8000-000000000001', 'https://words.example']
const read = (html: string) => readEmbedCode(html, id, origin).code

it('a wall is found as a script, as static HTML and in a frame, with the heights that its code reserves', () => {
	const element = `<plaudit-wall wall="${id}"><a href="${origin}/w/a">Words</a></plaudit-wall>`
	expect(read(`<p>a</p>${element}<script async src="${origin}/embed/${id}.js?reserves=1-2-3"></script>`)).toEqual({
		kind: 'script',
		reserves: '1-2-3',
	})
	expect(read(`<script async src="${origin}/embed.js"></script>${element}`)).toEqual({ kind: 'script', reserves: '' })
	expect(read(`<plaudit-wall wall="${id}"><template shadowrootmode="open">words</template></plaudit-wall>`)).toEqual({
		kind: 'static',
		reserves: '',
	})
	expect(read(`<div><iframe src="${origin}/embed/${id}?reserves=4-5-6"></iframe></div>`)).toEqual({
		kind: 'frame',
		reserves: '4-5-6',
	})
})

it('an element without its script, another wall, another installation and a comment are not the wall', () => {
	const script = (host: string, wall = id) => `<script src="${host}/embed/${wall}.js"></script>`
	for (const html of [
		'',
		`<plaudit-wall wall="${id}"></plaudit-wall>`,
		`<plaudit-wall wall="other"></plaudit-wall>${script(origin)}`,
		`<plaudit-wall wall="${id}"></plaudit-wall>${script('https://elsewhere.example')}`,
		`<!-- <plaudit-wall wall="${id}"></plaudit-wall>${script(origin)} -->`,
		`<iframe src="https://elsewhere.example/embed/${id}"></iframe>`,
	])
		expect(read(html)).toBeNull()
})

it('policies that the page itself declares are read', () => {
	const html = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'"><meta name="a" content="b">`
	expect(readEmbedCode(html, id, origin).policies).toEqual(["script-src 'none'"])
})
