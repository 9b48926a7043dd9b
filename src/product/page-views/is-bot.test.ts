import { expect, it } from 'vitest'
import { isBot } from './is-bot.ts'

it('browsers of people are not taken for bots, and programs are', () => {
	const people = [
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
		'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
		'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
	]
	const programs = [
		'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
		'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
		'curl/8.9.1',
		'WhatsApp/2.23.20.0 LinkPreview',
		'',
		undefined,
	]
	expect(people.map(isBot)).toEqual(people.map(() => false))
	expect(programs.map(isBot)).toEqual(programs.map(() => true))
})
