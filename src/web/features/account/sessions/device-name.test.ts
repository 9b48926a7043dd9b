import { describe, expect, it } from 'vitest'
import { deviceName, deviceType } from './device-name.ts'

describe('device names', () => {
	it.each([
		['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
		[
			'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
			'Safari on iPhone',
		],
		[
			'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
			'Edge on Windows',
		],
		['curl/8.5', 'A program'],
	])('the user agent %s is shown as %s', (userAgent, words) => {
		expect(deviceName(userAgent)).toBe(words)
	})
	it.each([
		['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1', 'phone'],
		['Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/156.0 Mobile Safari/537.36', 'phone'],
		['Mozilla/5.0 (Linux; Android 16; Tab) Chrome/156.0 Safari/537.36', 'tablet'],
		['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', undefined],
	])('the user agent %s belongs to a %s', (userAgent, kind) => {
		expect(deviceType(userAgent)).toBe(kind)
	})
})
