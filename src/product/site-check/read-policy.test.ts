import { describe, expect, it } from 'vitest'
import { findObstacles } from './read-policy.ts'

const origin = 'https://words.example'

describe('the security policy of a page with a wall', () => {
	it('a page without a policy keeps nothing from a wall', () => {
		expect(findObstacles([], 'script', origin)).toEqual([])
		expect(findObstacles(['', 'upgrade-insecure-requests'], 'frame', origin)).toEqual([])
	})

	it.each([
		["default-src 'self'", ['script', 'image', 'style attribute']],
		["script-src 'self' https://words.example; img-src *; style-src 'unsafe-inline'", []],
		["script-src https:; img-src 'self' *.example; style-src-attr 'unsafe-inline'; style-src 'self'", []],
		['script-src words.example:8443; img-src https://words.example:443/a', ['script']],
		["script-src 'nonce-a' 'strict-dynamic' https:", ['script']],
		["script-src-elem 'none'; script-src *", ['script']],
		["style-src 'unsafe-inline' 'nonce-a'", ['style attribute']],
		["require-trusted-types-for 'script'; trusted-types other", ['trusted types']],
		["require-trusted-types-for 'script'; trusted-types other plaudit", []],
	])('with the policy %s a script meets %j', (policy, obstacles) => {
		expect(findObstacles([policy], 'script', origin)).toEqual(obstacles)
	})

	it('each of several policies must allow a wall, in one header or in more', () => {
		expect(findObstacles(["frame-src *, frame-src 'none'"], 'frame', origin)).toEqual(['frame'])
		expect(findObstacles(['frame-src *', "child-src 'none'"], 'frame', origin)).toEqual(['frame'])
		expect(findObstacles(['frame-src https://words.example', 'child-src *'], 'frame', origin)).toEqual([])
	})

	it('static HTML needs no permission for scripts', () => {
		expect(findObstacles(["script-src 'none'"], 'static', origin)).toEqual([])
	})
})
