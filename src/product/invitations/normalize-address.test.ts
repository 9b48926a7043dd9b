import { domainToASCII } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The stored form of each address, null for a refused one. */
async function normalize(addresses: readonly string[]): Promise<(string | null)[]> {
	const query = `select private.normalize_address(a) as stored from unnest($1::text[]) with ordinality u (a, n) order by n`
	const rows = await asOwner<{ stored: string | null }>(database, query, [addresses])
	return rows.map(({ stored }) => stored)
}

it('an address is trimmed, written in lower case, and keeps its tag and dots', async () => {
	expect(
		await normalize([' Ines.Castellanos+Bowls@Harbour.EXAMPLE\t', "o'neill@a-b.co.uk", '\ufeffana@b.example\u00a0']),
	).toEqual(['ines.castellanos+bowls@harbour.example', "o'neill@a-b.co.uk", 'ana@b.example'])
})

it('a domain in a foreign script is stored in ASCII, as browsers encode it', async () => {
	const domains = [
		'bücher.example',
		'BÜCHER.example',
		'例え.テスト',
		'пример.испытание',
		'مثال.إختبار',
		'उदाहरण.परीक्षा',
		'한국.kr',
		'xn--bcher-kva.example',
		'例え。テスト',
		'ｆｕｌｌ．example',
		'a💐b.example',
	]
	expect(await normalize(domains.map((domain) => `ana@${domain}`))).toEqual(
		domains.map((domain) => `ana@${domainToASCII(domain)}`),
	)
})

it('an address that mail cannot be sent to is refused', async () => {
	const bad = [
		'',
		' ',
		'ana',
		'ana@',
		'@b.example',
		'ana@bakery',
		'ana@@b.example',
		'ana@b@c.example',
		'a b@c.example',
		'ana@b .example',
		'.ana@b.example',
		'ana.@b.example',
		'a..na@b.example',
		'ana@-b.example',
		'ana@b-.example',
		'ana@.example',
		'ana@b..example',
		'ana@b.example.',
		'ana@1.2.3.4',
		'ana@[127.0.0.1]',
		'ana@b.1',
		'"a b"@c.example',
		'ana@b_c.example',
		'<ana@b.example>',
		'Ana <ana@b.example>',
		'ana@b.example, eva@b.example',
		'ana@b.example;eva@b.example',
		'ana(x)@b.example',
		'ana\\@b.example',
		`${'a'.repeat(65)}@b.example`,
		`ana@${'b'.repeat(64)}.example`,
		`ana@${'b.'.repeat(126)}example`,
		'x'.repeat(100_000),
	]
	expect((await normalize(bad)).map((stored, n) => [bad[n], stored])).toEqual(bad.map((address) => [address, null]))
})

it('an address with a control character or a further header is refused', async () => {
	const bad = [
		'ana@b.example\r\nBcc: eva@b.example',
		'ana\n@b.example',
		'ana@b.example\u0085Bcc: x',
		'ana@b\u0000'.replace('\0', '\u0001'),
		'ana@b.example\u2028x',
		'ana\u200b@b.example',
		'ana@b\u200b.example',
		'ana@b\u00ad.example',
		'ana@\u202eb.example',
		'ana@b.example\u007f',
	]
	expect(await normalize(bad)).toEqual(bad.map(() => null))
})

it('a character that becomes an at sign or a slash by normalization makes no second address', async () => {
	const bad = [
		'ana@evil.example＠b.example',
		'ana＠evil.example@b.example',
		'ana@b℀.example',
		'ana@b⁄c.example',
		'ana@b﹫c.example',
	]
	expect(await normalize(bad)).toEqual(bad.map(() => null))
	expect(await normalize(['ana＠b.example', 'ａｎａ@b．example'])).toEqual(['ana@b.example', 'ana@b.example'])
})

it('a local part in a foreign script is refused, because SMTP servers without SMTPUTF8 refuse it', async () => {
	const bad = ['иван@пример.example', '用户@例え.テスト', 'jürgen@b.example', 'سلمى@مثال.example']
	expect(await normalize(bad)).toEqual(bad.map(() => null))
})
