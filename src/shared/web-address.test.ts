import { expect, test } from 'vitest'
import { readWebAddress } from './web-address.ts'

test.each([
	['example.com', 'https://example.com'],
	['www.example.com/a?b=c#d', 'https://www.example.com/a?b=c#d'],
	['example.com:8080/path', 'https://example.com:8080/path'],
	['//example.com', 'https://example.com'],
	['http://example.com', 'http://example.com'],
	['HTTPS://EXAMPLE.COM', 'https://EXAMPLE.COM'],
	['EXAMPLE.COM', 'https://EXAMPLE.COM'],
	['  example.com\u00a0', 'https://example.com'],
	['exam\u200bple.com', 'https://example.com'],
	['\u202ahttps://example.com\u202c', 'https://example.com'],
	['müller.de/größe', 'https://müller.de/größe'],
	['例え.jp', 'https://例え.jp'],
	['https://مثال.إختبار/می\u200cخواهم', 'https://مثال.إختبار/می\u200cخواهم'],
	['example.com.', 'https://example.com.'],
	['https://192.0.2.1:3000', 'https://192.0.2.1:3000'],
	['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
	['http://localhost:3000', 'http://localhost:3000'],
	['http://intranet/praise', 'http://intranet/praise'],
	['https://words.example/?q=a\\b#\\c', 'https://words.example/?q=a\\b#\\c'],
])('the address %j is read as %j', (typed, url) => {
	expect(readWebAddress(typed)).toEqual({ url })
})

test.each([
	'javascript:alert(1)',
	'JavaScript://example.com/%0aalert(1)',
	'java\u200bscript:alert(1)',
	'data:text/html,x',
	'ftp://example.com',
	'file:///etc/passwd',
	'mailto:',
	'foo bar',
	'foo bar.com',
	'harbour',
	'localhost',
	'localhost:3000',
	'http:/example.com',
	'http:example.com',
	'https:\\\\example.com',
	'https://',
	'https:///example.com',
	'///example.com',
	'https://user:secret@example.com',
	'user:secret@example.com/path',
	'.com',
	'example.',
	'example..com',
	'4.5',
	'12',
	'192.168.0.1',
	'https://exa mple.com',
	'https://a\\b.example',
	'',
	'.',
	'https://%zz.example',
	"{{constructor.constructor('x')()}}",
	"https://a'b.example",
	'https://a{b}.example',
	'top.__pwned?.(101)',
])('%j is no address of a website', (typed) => {
	expect(readWebAddress(typed)).toEqual({ problem: 'incomplete' })
})

test.each(['ines@harbour.org', ' ines@harbour.org ', 'mailto:ines@harbour.org', 'MAILTO:ines@harbour.org'])(
	'%j is the address of a mailbox',
	(typed) => {
		expect(readWebAddress(typed)).toEqual({ problem: 'email' })
	},
)
