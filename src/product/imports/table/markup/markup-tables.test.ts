import { describe, expect, it } from 'vitest'
import { FileRefused } from '#product/imports/table/file-refused.ts'
import { cellsOf, readTable } from '#test/support/tables/read-table.ts'

const refusalOf = async (...given: Parameters<typeof readTable>) => {
	const error = await readTable(...given).then(
		() => undefined,
		(reason: unknown) => reason,
	)
	if (!(error instanceof FileRefused)) throw new Error(`not refused: ${error}`)
	return { message: error.message, offers: error.offers }
}

describe('HTML with rows', () => {
	const rows =
		'<tr><td>Name</td><td>Review</td><td>Rating</td></tr><tr><td>Ann</td><td>Good &amp; <b>quick</b><br>two</td><td>5</td></tr>'

	it('a page with a table is refused, and read once a member chooses so', async () => {
		const page = `<html><head><meta charset="utf-8"><title>x</title></head><body><table border=1>${rows}</table></body></html>`
		const { message, offers } = await refusalOf(page)
		expect(message).toMatch(/HTML.*spreadsheet/)
		expect(offers).toBe('html')
		const table = await readTable(page, { format: 'html' })
		expect(table).toMatchObject({
			format: 'html',
			encoding: 'UTF-8',
			delimiter: null,
			headings: ['Name', 'Review', 'Rating'],
		})
		expect(table.rows).toEqual([{ row: 1, line: 2, cells: ['Ann', 'Good & quick\ntwo', '5'] }])
	})

	it.each([
		['the namespace of Office', `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>${rows}</table>`],
		['Excel as its program', `<meta name=ProgId content=Excel.Sheet><table>${rows}</table>`],
		['cells of headings', `<table>${rows.replace(/<td>(Name|Review|Rating)<\/td>/g, '<th>$1</th>')}</table>`],
		[
			'a declaration of XML',
			`<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x"><html><table><th></th>${rows}</table>`,
		],
	])('a table with %s is read at once', async (_, page) => {
		expect((await cellsOf(page)).at(-1)).toEqual(['Ann', 'Good & quick\ntwo', '5'])
	})

	it('the largest table is read, without scripts, with cells over several columns and rows in their places', async () => {
		const page = `<table><tr><th>Menu</th><td>Home</td></tr></table><script>var a = "<table>"</script>
<table><tr><td>layout<table><tr><th>Name</th><th>Text</th><th>Shop</th></tr>
<tr><td>Ann</td><td><p>One</p><p>Two&nbsp;three</p><style>p{}</style></td><td rowspan=2>Leeds</td></tr>
<tr><td colspan=2>Bo</td></tr><tr><td>Cy</td><td>x<td>York</table></td></tr></table>`
		expect(await cellsOf(page)).toEqual([['Ann', 'One\n\nTwo three', 'Leeds'], ['Bo'], ['Cy', 'x', 'York']])
	})

	it('a page in the encoding that it names is read in it', async () => {
		const page = Buffer.from(
			`<meta charset="windows-1251"><table><th>\xc8\xec\xff</th><th>Text</th><tr><td>\xc0</td><td>x</td></tr></table>`,
			'latin1',
		)
		expect(await readTable(page)).toMatchObject({ encoding: 'Windows-1251', headings: ['Имя', 'Text'] })
	})

	it.each([
		['no table', '<!doctype html><html><body><p>Good</p></body></html>', 'without a table'],
		[
			'entities of its own',
			'<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><table><th>&a;</th></table>',
			'entities',
		],
		['tables in tables', '<table><tr><td>'.repeat(5000), 'nested deeper'],
	])('a page with %s is refused', async (_, page, message) => {
		expect((await refusalOf(page)).message).toContain(message)
	})
})

describe('XML with rows', () => {
	const posts = `<thread dsq:id="7"><link>https://a.example/bowl</link><title>Bowl</title></thread>
<post dsq:id="1"><message><![CDATA[<p>Good</p>]]></message><createdAt>2020-01-01T00:00:00Z</createdAt><isDeleted>false</isDeleted><isSpam>true</isSpam>
<author><name>Ann &amp; Bo</name><email>ann@a.example</email></author><thread dsq:id="7"/></post>
<post dsq:id="2"><message>Thanks</message><author><name>Shop</name></author><thread dsq:id="7"/><parent dsq:id="1"/></post>`

	it('the posts of Disqus are read, with their page and the post that they answer', async () => {
		const file = `<?xml version="1.0"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">${posts}</disqus>`
		const table = await readTable(file)
		expect(table).toMatchObject({ format: 'xml', heading_row: null })
		expect(table.headings).toEqual([
			...['id', 'message', 'createdAt', 'author.name', 'author.email', 'author.username'],
			...['isDeleted', 'isSpam', 'parent', 'thread.title', 'thread.link'],
		])
		expect(table.rows.map(({ cells }) => cells)).toEqual([
			[
				'1',
				'<p>Good</p>',
				'2020-01-01T00:00:00Z',
				'Ann & Bo',
				'ann@a.example',
				'',
				'false',
				'true',
				'',
				'Bowl',
				'https://a.example/bowl',
			],
			['2', 'Thanks', '', 'Shop', '', '', '', '', '1', 'Bowl', 'https://a.example/bowl'],
		])
	})

	it('posts of a file that does not name Disqus are read once a member chooses so', async () => {
		const file = `<?xml version="1.0" encoding="utf-8"?><disqus>${posts}</disqus>`
		expect(await refusalOf(file)).toMatchObject({ message: expect.stringContaining('XML'), offers: 'xml' })
		expect(await cellsOf(file, { format: 'xml' })).toHaveLength(2)
	})

	const wordpress = (items: string) =>
		`<?xml version="1.0"?><rss xmlns:content="c" xmlns:excerpt="e" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Shop</title>${items}</channel></rss>`
	const comment = (id: number, more: string) =>
		`<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[Ann]]></wp:comment_author><wp:comment_content><![CDATA[Good]]></wp:comment_content>${more}</wp:comment>`

	it('the comments of WordPress are read with their stars and the comment that they answer', async () => {
		const table = await readTable(
			wordpress(
				`<item><title>Bowl</title><link>https://a.example</link><wp:post_type>product</wp:post_type>${comment(
					5,
					'<wp:comment_approved>1</wp:comment_approved><wp:commentmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:commentmeta>',
				)}${comment(6, '<wp:comment_parent>5</wp:comment_parent>')}${comment(7, '<wp:comment_type>pingback</wp:comment_type>')}</item>`,
			),
		)
		const column = (name: string) => table.rows.map(({ cells }) => cells[table.headings.indexOf(name)])
		expect(column('comment_ID')).toEqual(['5', '6'])
		expect(column('comment_author')).toEqual(['Ann', 'Ann'])
		expect(column('rating')).toEqual(['5', ''])
		expect(column('comment_parent')).toEqual(['', '5'])
		expect(column('post_title')).toEqual(['Bowl', 'Bowl'])
	})

	it('the posts of a plugin for testimonials are read with their fields, rather than comments', async () => {
		const meta = (key: string, text: string) =>
			`<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${text}]]></wp:meta_value></wp:postmeta>`
		const table = await readTable(
			wordpress(
				`<item><title>Hello</title><wp:post_type>post</wp:post_type>${comment(1, '')}</item>
<item><title>Lovely</title><content:encoded><![CDATA[The best mug.]]></content:encoded><excerpt:encoded/><wp:post_id>9</wp:post_id><wp:status>publish</wp:status>
<wp:post_type>wpm-testimonial</wp:post_type>${meta('client_name', 'Ann')}${meta('email', 'ann@a.example')}${meta('company_name', 'Ann Ltd')}${meta('_edit_last', '1')}</item>`,
			),
		)
		const [row] = table.rows
		expect(table.rows).toHaveLength(1)
		expect(Object.fromEntries(table.headings.map((name, at) => [name, row?.cells[at]]))).toMatchObject({
			post_title: 'Lovely',
			post_content: 'The best mug.',
			post_status: 'publish',
			client_name: 'Ann',
			email: 'ann@a.example',
			company_name: 'Ann Ltd',
		})
		expect(table.headings).not.toContain('_edit_last')
	})

	it.each([
		[
			'an entity that names a file',
			'<!DOCTYPE disqus [<!ENTITY x SYSTEM "file:///etc/passwd">]><disqus xmlns="http://disqus.com"><post>&x;</post></disqus>',
			'entities',
		],
		[
			'entities in entities',
			`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'x'.repeat(999)}">]><a>&b;</a>`,
			'entities',
		],
		[
			'a workbook of Excel 2003',
			'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
			'Excel 2003',
		],
		['another vocabulary', '<?xml version="1.0"?><feed><entry/></feed>', 'XML'],
		['no posts though it is chosen', '<a><b/></a>', 'XML'],
	])('XML with %s is refused', async (name, file, message) => {
		const choices = name.includes('chosen') ? { format: 'xml' as const } : {}
		expect((await refusalOf(file, choices)).message).toContain(message)
	})

	it('an entity that is not declared stays as it stands', async () => {
		const file = `<disqus xmlns="http://disqus.com"><post><message>&nope; &lt;b&gt; &#8217;</message></post></disqus>`
		expect((await cellsOf(file))[0]?.[1]).toBe('&nope; <b> ’')
	})
})
