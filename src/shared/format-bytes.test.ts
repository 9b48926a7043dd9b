import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it('sizes have two digits at least and a unit that file managers use', () => {
	const sizes = [0, 1, 999, 1500, 58_000, 4_120_000, 412_000_000, 7.25e9, 2e13]
	const texts = ['0 bytes', '1 byte', '999 bytes', '1.5 KB', '58 KB', '4.1 MB', '412 MB', '7.3 GB', '20 TB']
	expect(sizes.map((bytes) => formatBytes(bytes))).toEqual(texts)
})
