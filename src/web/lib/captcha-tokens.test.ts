import { expect, it } from 'vitest'
import { CaptchaTokens } from './captcha-tokens.ts'

it('hands a token out once, and begins anew', async () => {
	const tokens = new CaptchaTokens()
	let resets = 0
	tokens.reset = () => {
		resets += 1
	}
	tokens.solved('one')
	expect(await tokens.take()).toBe('one')
	const second = tokens.take()
	tokens.solved('two')
	expect(await second).toBe('two')
	expect(resets).toBe(2)
})

it('forgets a token that is too old', async () => {
	const tokens = new CaptchaTokens()
	tokens.solved('old')
	tokens.expired()
	const next = tokens.take()
	tokens.solved('new')
	expect(await next).toBe('new')
})

it('lets nobody wait for a widget that cannot be loaded', async () => {
	const tokens = new CaptchaTokens()
	const waiting = tokens.take()
	tokens.fail()
	await expect(waiting).rejects.toMatchObject({ code: 'captcha_failed' })
	await expect(tokens.take()).rejects.toMatchObject({ code: 'captcha_failed' })
})
