import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolvePicture, splitPictures } from './split-pictures.ts'

const [one, two] = ['https://i.example/1.jpg', 'https://i.example/2.png']

describe('several pictures in a cell', () => {
	it.each([
		`${one},${two}`,
		`${one}, ${two}`,
		`${one}|${two}`,
		`${one};${two}`,
		`${one} ${two}`,
		`${one}\n${two}`,
		`${one} | ${two} |`,
	])('%j is split', (text) => expect(splitPictures(text)).toEqual([one, two]))

	it.each([
		JSON.stringify([one, two]),
		JSON.stringify([{ url: one, thumbnails: { small: { url: 'https://i.example/s.jpg' } } }, { src: two }]),
		JSON.stringify({ images: [{ original: one }, { href: two }] }),
		`['${one}', '${two}']`,
		`{${one},${two}}`,
		`a:2:{i:0;s:23:"${one}";i:1;s:23:"${two}";}`,
		`<img src="${one}"><img class='x' src='${two}'>`,
		`cup.jpg (${one}),my plate, blue.png (${two})`,
		`![cup](${one}) ![plate](${two})`,
		`"${one}","${two}"`,
	])('%j is a list', (text) => expect(splitPictures(text)).toEqual([one, two]))

	it.each([
		['//i.example/1,//i.example/2', ['//i.example/1', '//i.example/2']],
		['/images/a.jpg, /images/b.jpg', ['/images/a.jpg', '/images/b.jpg']],
		['uploads/a.jpg;uploads/b c.jpg', ['uploads/a.jpg', 'uploads/b c.jpg']],
		['["/a.jpg","/b.jpg"]', ['/a.jpg', '/b.jpg']],
		[`${one},${one}`, [one]],
		['www.i.example/1,www.i.example/2', ['www.i.example/1', 'www.i.example/2']],
	])('%j holds %j', (text, expected) => expect(splitPictures(text)).toEqual(expected))
})

it.each([
	'http://i.example/sp ace/a.jpg',
	'https://i.example/w_200,h_300,c_fill/a.jpg',
	'https://i.example/a,b.jpg',
	'https://i.example/a;v=1,2',
	'https://drive.google.com/file/d/abc/view?usp=sharing',
	'/images/sp ace.jpg',
	'my photo.jpg',
	'data:image/jpeg;base64,/9j/4AAQ=',
])('%j is one address', (text) => expect(splitPictures(text)).toEqual([text]))

it.each(['', '  ', '-', 'n/a', 'null', '[]', '{}', '\\N', '[null]', '[""]', ',,;'])('%j holds no picture', (text) =>
	expect(splitPictures(text)).toEqual([]),
)

describe('the whole address of a picture', () => {
	const base = 'https://shop.example'
	it.each([
		[one, null, one],
		['http://i.example/a.jpg', null, 'http://i.example/a.jpg'],
		['//i.example/1 2.jpg', null, 'https://i.example/1%202.jpg'],
		['http://127.0.0.1:3192/sp ace/a.jpg', null, 'http://127.0.0.1:3192/sp%20ace/a.jpg'],
		['http://i.example/ünï/a.jpg', null, 'http://i.example/%C3%BCn%C3%AF/a.jpg'],
		['www.i.example/a.jpg', null, 'https://www.i.example/a.jpg'],
		['cdn.example/a.jpg', base, 'https://cdn.example/a.jpg'],
		['https://i.example/?a=1&amp;b=2', null, 'https://i.example/?a=1&b=2'],
		['/images/a.jpg', base, 'https://shop.example/images/a.jpg'],
		['images/a b.jpg', 'https://shop.example/files', 'https://shop.example/files/images/a%20b.jpg'],
		['/a.jpg', 'shop.example/', 'https://shop.example/a.jpg'],
		['../a.jpg', 'https://shop.example/b/c', 'https://shop.example/b/a.jpg'],
		['images\\a.jpg', base, 'https://shop.example/images/a.jpg'],
		['a.jpg', 'https://shop.example/?page=1', 'https://shop.example/a.jpg'],
	])('%s behind %s is %s', (address, behind, expected) => expect(resolvePicture(address, behind)).toBe(expected))

	it.each([
		...['/images/a.jpg', 'a.jpg', 'images/a.jpg', '', ' '].map((address) => [address, null]),
		...['javascript:alert(1)', 'data:image/png;base64,xx', 'file:///etc/passwd', 'C:\\a.jpg', 'ftp://i.example/a'].map(
			(address) => [address, base],
		),
		...['https://', 'https://u:p@i.example/a', '///', 'https://i.example\\@evil.example/', 'a\u0000b.jpg'].map(
			(address) => [address, base],
		),
		...['nonsense base', 'javascript:x', '', 'https://u:p@i.example'].map((wrong) => ['a.jpg', wrong]),
	] as [string, string | null][])('%j behind %j is no address', (address, behind) =>
		expect(resolvePicture(address, behind)).toBeUndefined(),
	)
})

it('no text makes the readers throw, and they give addresses of the web alone', () => {
	const part = fc.constantFrom(
		'http://',
		'//',
		'a.example',
		'/',
		',',
		' ',
		'|',
		'[',
		'"',
		'{',
		'}',
		'(',
		')',
		'.jpg',
		'\\',
		'\n',
		'%',
	)
	const texts = fc.oneof(
		fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
		fc.array(part, { maxLength: 60 }).map((parts) => parts.join('')),
	)
	fc.assert(
		fc.property(texts, texts, (text, base) => {
			for (const address of splitPictures(text)) {
				const whole = resolvePicture(address, base)
				if (whole !== undefined) expect(new URL(whole).protocol).toMatch(/^https?:$/)
			}
		}),
	)
})

it.each([
	',http://a',
	',a',
	'a , ',
	' , ',
	'\n',
	'(https://(',
	'[',
	'{"url":',
	'a, ',
	'<img src="',
	'.jpg,',
	'["',
	'//',
	"'",
])('%j over and over is split in linear time', (text) => {
	const long = text.repeat(Math.ceil(200_000 / text.length))
	splitPictures(long)
	splitPictures(`a${long}b.jpg`)
	resolvePicture(long, 'https://i.example')
	resolvePicture('a.jpg', long)
})
