import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('page configuration', () => {
	it('the page’s configuration gives address, key and providers', () => {
		const text = '{"url":"http://a.test","anonKey":"k","providers":{"google":true}}'
		expect(readConfig(text)).toEqual({
			url: 'http://a.test',
			anonKey: 'k',
			providers: { google: true },
		})
	})
	it('a missing address throws', () => {
		expect(() => readConfig('')).toThrow('supabaseUrl is required')
		expect(() => readConfig('{"anonKey":"k"}')).toThrow('supabaseUrl is required')
	})
	it('a missing key throws', () => {
		expect(() => readConfig('{"url":"http://a.test"}')).toThrow('supabaseKey is required')
	})
})
