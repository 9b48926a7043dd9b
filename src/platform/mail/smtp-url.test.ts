import { expect, it } from 'vitest'
import { parseSmtpUrl, SmtpUrlError } from './smtp-url.ts'

const host = 'mail.example.com'
const plain = { host, port: 587, secure: false }

it.each([
	['smtp://mail.example.com', plain],
	['smtp://mail.example.com/', plain],
	[' SMTP://mail.example.com ', plain],
	['smtps://mail.example.com', { host, port: 465, secure: true }],
	['smtps://mail.example.com:2465', { host, port: 2465, secure: true }],
	['smtp://mail.example.com:25', { ...plain, port: 25 }],
	['smtp://localhost:1025', { ...plain, host: 'localhost', port: 1025 }],
	['smtp://127.0.0.1:1025', { ...plain, host: '127.0.0.1', port: 1025 }],
	['smtp://[::1]:1025', { ...plain, host: '::1', port: 1025 }],
	['smtps://[2001:db8::25]', { host: '2001:db8::25', port: 465, secure: true }],
	['smtp://post.müller.example', { ...plain, host: 'post.xn--mller-kva.example' }],
	['smtp://@mail.example.com', plain],
])('%j names a server without a user', (text, server) => {
	expect(parseSmtpUrl(text)).toEqual(server)
})

it.each([
	['ada:secret', 'ada', 'secret'],
	['ada%40example.com:secret', 'ada@example.com', 'secret'],
	['ada@example.com:secret', 'ada@example.com', 'secret'],
	['ada:p%40ss', 'ada', 'p@ss'],
	['ada:p@ss', 'ada', 'p@ss'],
	['ada:p:ss', 'ada', 'p:ss'],
	['ada:p%3Ass', 'ada', 'p:ss'],
	['ada:p/s/s', 'ada', 'p/s/s'],
	['ada:p%2Fss', 'ada', 'p/ss'],
	['ada:p#ss', 'ada', 'p#ss'],
	['ada:p%23ss', 'ada', 'p#ss'],
	['ada:p?ss', 'ada', 'p?ss'],
	['ada:p%3Fss', 'ada', 'p?ss'],
	['ada:p+ss', 'ada', 'p+ss'],
	['ada:p%2Bss', 'ada', 'p+ss'],
	['ada:p ss', 'ada', 'p ss'],
	['ada:Schlüssel', 'ada', 'Schlüssel'],
	['ada:Schl%C3%BCssel', 'ada', 'Schlüssel'],
	['ada:100%25', 'ada', '100%'],
	['ada:[p]ss;$&"\'\\', 'ada', '[p]ss;$&"\'\\'],
	['ada:密码', 'ada', '密码'],
])('user and password of %j may be written with and without escapes', (identity, user, pass) => {
	expect(parseSmtpUrl(`smtp://${identity}@mail.example.com`)).toEqual({ ...plain, auth: { user, pass } })
})

it.each([
	['mail.example.com', 'must be an address such as'],
	['http://mail.example.com', 'must be an address such as'],
	['smtp:mail.example.com', 'must be an address such as'],
	['smtp://', 'must be an address such as'],
	['smtp://:25', 'must be an address such as'],
	['smtp://ada:sesame@', 'must be an address such as'],
	['smtp://ada:sesame@mail.example.com:0', 'must be an address such as'],
	['smtp://ada:sesame@mail.example.com:65536', 'must be an address such as'],
	['smtp://ada:sesame@mail.example.com:mail', 'must be an address such as'],
	['smtp://ada:sesame@[::1', 'must be an address such as'],
	['smtp://ada:sesame@[mail.example.com]', 'must be an address such as'],
	['smtp://ada:sesame@mail example.com', 'must be an address such as'],
	['smtp://ada:sesame%@mail.example.com', 'write % as %25'],
	['smtp://ada:100%sesame@mail.example.com', 'write % as %25'],
	['smtp://ada:%E4sesame@mail.example.com', 'write % as %25'],
	['smtp://sesame%:x@mail.example.com', 'write % as %25'],
	['smtp://ada:12#sesame@mail.example.com', '# as %23'],
	['smtp://ada:12/sesame@mail.example.com', '/ as %2F'],
	['smtp://ada@example.com:25?sesame@mail.example.com', '? as %3F'],
	['smtp://ada:sesame@mail.example.com?pool=true', 'takes no options'],
	['smtp://ada:sesame@mail.example.com/?tls.rejectUnauthorized=false', 'takes no options'],
	['smtp://mail.example.com:25?from=ada@sesame.example', 'could be read in two ways'],
	['smtp://ada:sesame@mail.example.com/inbox', 'must end after the host'],
	['smtp://ada:sesame@mail.example.com#x', 'must end after the host'],
	['smtp://sesame@mail.example.com', 'user without a password'],
	['smtp://sesame:@mail.example.com', 'user without a password'],
	['smtp://:sesame@mail.example.com', 'password without a user'],
	['smtp://ada:sesame%00@mail.example.com', 'control character'],
	['smtp://ada:sesame%0d%0aQUIT@mail.example.com', 'control character'],
])('%j is refused with advice and without its password', (text, advice) => {
	const refuse = () => parseSmtpUrl(text)
	expect(refuse).toThrow(SmtpUrlError)
	expect(refuse).toThrow(advice)
	expect(refuse).not.toThrow('sesame')
})

it('a long address is refused or read at once', () => {
	const started = performance.now()
	for (const part of ['@', '/', ':', '%', '[', '%25'])
		try {
			parseSmtpUrl(`smtp://${part.repeat(200_000)}`)
		} catch (error) {
			expect(error).toBeInstanceOf(SmtpUrlError)
		}
	expect(performance.now() - started).toBeLessThan(1000)
})
