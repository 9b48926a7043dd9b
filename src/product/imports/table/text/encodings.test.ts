import { describe, expect, it } from 'vitest'
import { type ImportEncoding, importEncodings } from '#shared/import/import-api.ts'
import { encodeSingleByte } from '#test/support/tables/encode-letters.ts'
import { cellsOf, readTable } from '#test/support/tables/read-table.ts'

const japanese =
	'96bc914f2c838c83728385815b0a8db293a189d48e712c82c682c482e09166934782c88aed82c582b582bd8142968893fa8e6782c182c482a282dc82b781420a97e996d82c8fad82b58fac82b382a282c582b782aa814182ab82ea82a282c582b781420a'
const chinese =
	'd0d5c3fb2cc6c0bcdb0acdf5ceb02cb7c7b3a3c6afc1c1b5c4b1add7d3a3acc3bfccecb6bcd3c3a1a30ac0eec4c82cd6cac1bfbadcbac3a3accdc6bcf60a'
const korean =
	'c0ccb8a72cc8c4b1e20ab1e8b9cebcf62cc1a4b8bb20bfb9bbdb20b1d7b8a9c0d4b4cfb4d92e20b8c5c0cf20bbe7bfebc7d8bfe42e0ac0ccbfb5c8f12cc1c1bec6bfe40a'

describe('encodings of imported tables', () => {
	it.each<[ImportEncoding, string]>([
		['Windows-1252', 'Jürgen Groß;Sehr schön'],
		['Windows-1252', 'Chloé;Très jolie, je recommande'],
		['Windows-1252', 'Nuño;¡Qué bien, está aquí!'],
		['Windows-1252', 'João;Não há “problemas”'],
		['Windows-1252', 'Åse Bjørn;Kjempefin'],
		['Windows-1252', 'Ann;It’s great – 50 €'],
		['Windows-1250', 'Jiří Dvořák;Příliš žluťoučký kůň'],
		['Windows-1250', 'Łukasz;Bardzo ładna miska, polecam każdemu'],
		['Windows-1250', 'Ágnes;Szép és jó minőségű, köszönöm'],
		['Windows-1251', 'Анна;Очень красивая чашка'],
		['Windows-1251', 'Олена;Дуже гарна миска, дякую'],
		['Windows-1254', 'Ayşe Yılmaz;Çok güzel bir kase, teşekkürler'],
		['Macintosh', 'Jürgen Groß;Sehr schön'],
		['Macintosh', 'Zoé;Très jolie et solide'],
	])('a small file in %s is read as such: %s', async (encoding, line) => {
		const table = await readTable(encodeSingleByte(`Name;Text\r\n${line}\r\nBo;Good\r\n`, encoding))
		expect(table).toMatchObject({ encoding, headings: ['Name', 'Text'] })
		expect(table.rows.map(({ cells }) => cells)).toEqual([line.split(';'), ['Bo', 'Good']])
	})

	it.each([
		['Shift_JIS', japanese, ['佐藤花子', 'とても素敵な器でした。毎日使っています。']],
		['GB18030', chinese, ['王伟', '非常漂亮的杯子，每天都用。']],
		['EUC-KR', korean, ['김민수', '정말 예쁜 그릇입니다. 매일 사용해요.']],
	])('a file in %s is read as such', async (encoding, bytes, cells) => {
		const table = await readTable(Buffer.from(bytes, 'hex'))
		expect(table.encoding).toBe(encoding)
		expect(table.rows[0]?.cells).toEqual(cells)
		expect(table.rows.some(({ hasBadBytes }) => hasBadBytes)).toBe(false)
	})

	it('the encoding that a member chooses is taken, for each that is offered', async () => {
		for (const encoding of importEncodings)
			expect((await readTable('Name,Text\nAnn,Good\n'.repeat(2), { encoding })).encoding).toBe(encoding)
		const file = encodeSingleByte('Name;Text\nAna;Čaj\n', 'Windows-1250')
		expect(await cellsOf(file, { encoding: 'Windows-1250' })).toEqual([['Ana', 'Čaj']])
		expect(await cellsOf(file, { encoding: 'Windows-1252' })).toEqual([['Ana', 'Èaj']])
	})

	it('one bad byte in a file of UTF-8 costs no letter of the others, and its row is named', async () => {
		const file = Buffer.concat([
			Buffer.from('Name,Text\nJürgen Groß,Sehr schön\nZoë,Très jolie\nM'),
			Buffer.from([0xc3]),
			Buffer.from(',Cut name\n'),
		])
		const table = await readTable(file)
		expect(table.encoding).toBe('UTF-8')
		expect(table.rows.map(({ cells, hasBadBytes = false }) => [cells[0], hasBadBytes])).toEqual([
			['Jürgen Groß', false],
			['Zoë', false],
			['M\ufffd', true],
		])
	})

	it('a row of Windows-1252 within UTF-8 is read in its letters, also in JSON and in a file of many pieces', async () => {
		const bad = Buffer.from('J\xfcrgen Gro\xdf', 'latin1')
		const good = 'Zoë,Schöne Schüssel für jeden Tag\n'.repeat(20_000)
		const csv = Buffer.concat([Buffer.from(`\ufeffName,Text\n${good}`), bad, Buffer.from(',Gut\n')])
		const table = await readTable(csv)
		expect(table).toMatchObject({ encoding: 'UTF-8', headings: ['Name', 'Text'] })
		expect(table.rows.filter(({ hasBadBytes }) => hasBadBytes)).toEqual([
			{ row: 20_001, line: 20_002, cells: ['Jürgen Groß', 'Gut'], hasBadBytes: true },
		])
		expect(new Set(table.rows.map(({ cells }) => cells[0]))).toEqual(new Set(['Zoë', 'Jürgen Groß']))
		const json = Buffer.concat([Buffer.from('[{"name":"Zoë Ünal"},{"name":"'), bad, Buffer.from('"}]')])
		expect((await readTable(json)).rows.map(({ cells }) => cells[0])).toEqual(['Zoë Ünal', 'Jürgen Groß'])
	})

	it('bytes of another script within UTF-8 become replacement characters, not letters that nobody wrote', async () => {
		const file = Buffer.concat([
			Buffer.from('Name,Text\nАнна,Очень красивая чашка\n'),
			encodeSingleByte('Привет', 'Windows-1251'),
			Buffer.from(',x\n'),
		])
		const [, row] = (await readTable(file)).rows
		expect(row).toMatchObject({ cells: ['\ufffd'.repeat(6), 'x'], hasBadBytes: true })
	})

	it('a file of Windows-1252 whose lines are nearly all plain is not taken for UTF-8', async () => {
		const file = encodeSingleByte(`Name,Text\n${'Ann,Good\n'.repeat(5000)}Jürgen,Schön\n`, 'Windows-1252')
		const table = await readTable(file)
		expect(table.encoding).toBe('Windows-1252')
		expect(table.rows.at(-1)?.cells).toEqual(['Jürgen', 'Schön'])
	})
})
