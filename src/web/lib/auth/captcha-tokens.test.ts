import { expect, it } from 'vitest'
import { CaptchaTokens } from './captcha-tokens.ts'

it('a captcha token is used once, and the widget is reset', async () => {
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

it('an expired captcha token is dropped', async () => {
	const tokens = new CaptchaTokens()
	tokens.solved('old')
	tokens.expired()
	const next = tokens.take()
	tokens.solved('new')
	expect(await next).toBe('new')
})

it('a request does not wait for a captcha widget that failed to load', async () => {
	const tokens = new CaptchaTokens()
	const waiting = tokens.take()
	tokens.fail()
	await expect(waiting).rejects.toMatchObject({ code: 'captcha_failed' })
	await expect(tokens.take()).rejects.toMatchObject({ code: 'captcha_failed' })
})
