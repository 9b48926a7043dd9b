import { expect, it } from 'vitest'
import { createHostFailures } from './host-failures.ts'

const at = (host: string, path = '') => `https://${host}/${path}`

it('a host rests from the fifth failure in a row, for longer each time, and is given up after four rests', () => {
	const hosts = createHostFailures()
	const rests = Array.from({ length: 9 }, (_, n) => hosts.note(at('a.example', `${n}.jpg`), 'busy'))
	expect(rests).toEqual([undefined, undefined, undefined, undefined, 5, 30, 120, 600, 600])
	expect(hosts.givenUp(at('A.example', 'x.jpg'))).toBe('busy')
	expect(hosts.givenUp(at('b.example'))).toBeUndefined()
})

it('an answer of the host ends the count', () => {
	const hosts = createHostFailures()
	for (let n = 0; n < 9; n++) hosts.note(at('a.example'), 'busy')
	hosts.forget(at('a.example', 'fine.jpg'))
	expect(hosts.givenUp(at('a.example'))).toBeUndefined()
	expect(hosts.note(at('a.example'), 'busy')).toBeUndefined()
})

it.each(['', 'x', 'https:', '//', 'data:image/png;base64,AA'])('%j has no host, and is counted all the same', (url) => {
	const hosts = createHostFailures()
	expect(hosts.note(url, 'busy')).toBeUndefined()
	expect(hosts.givenUp(url)).toBeUndefined()
})
