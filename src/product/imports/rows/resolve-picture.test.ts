import { expect, it } from 'vitest'
import { resolvePicture } from './resolve-picture.ts'

const base = 'https://shop.example/reviews/'

it.each<[string, string | null, string | undefined]>([
	['https://a.example/1.jpg', null, 'https://a.example/1.jpg'],
	['//a.example/1.jpg', null, 'https://a.example/1.jpg'],
	['a.example/sp ace/1.jpg', null, 'https://a.example/sp%20ace/1.jpg'],
	['a.example/ünï.jpg', null, 'https://a.example/ünï.jpg'],
	['/images/1.webp', null, undefined],
	['/images/1.webp', base, 'https://shop.example/images/1.webp'],
	['images/1.webp', base, 'https://shop.example/reviews/images/1.webp'],
	['../1.webp?v=2', base, 'https://shop.example/1.webp?v=2'],
	['priya.webp', base, 'https://shop.example/reviews/priya.webp'],
	['priya.webp', null, undefined],
	['javascript:alert(1)', base, undefined],
	['data:image/png;base64,AAAA', base, undefined],
	['file:///etc/passwd', base, undefined],
	['https://user:secret@a.example/1.jpg', base, undefined],
])('the address of a picture %s with the base %s is %s', (text, from, url) => {
	expect(resolvePicture(text, from)?.url).toBe(url)
})
