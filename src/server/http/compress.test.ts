import { expect, it } from 'vitest'
import { chooseEncoding } from './compress.ts'

it('takes the best coding that is really accepted', () => {
	expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br')
	expect(chooseEncoding('gzip, deflate')).toBe('gzip')
	expect(chooseEncoding('br;q=0, gzip;q=0.5')).toBe('gzip')
	expect(chooseEncoding('BR')).toBe('br')
	expect(chooseEncoding('br;q=0.0, gzip;q=0')).toBeUndefined()
	expect(chooseEncoding('identity')).toBeUndefined()
	expect(chooseEncoding(undefined)).toBeUndefined()
	expect(chooseEncoding('brotli, xgzip')).toBeUndefined()
})
