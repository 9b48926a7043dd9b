import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration in the page', () => {
	it('gives address, key and providers', () => {
		const text = '{"url":"http://a.test","anonKey":"k","providers":{"google":true}}'
		expect(readConfig(text)).toEqual({
			url: 'http://a.test',
			anonKey: 'k',
			providers: { google: true },
		})
	})
	it('throws when the address is missing', () => {
		expect(() => readConfig('')).toThrow('supabaseUrl is required')
		expect(() => readConfig('{"anonKey":"k"}')).toThrow('supabaseUrl is required')
	})
	it('throws when the key is missing', () => {
		expect(() => readConfig('{"url":"http://a.test"}')).toThrow('supabaseKey is required')
	})
})
