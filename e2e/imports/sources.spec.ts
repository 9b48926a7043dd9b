import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { answerQuestions, changeOf, csvFile, dockOf, startImport } from './import-steps.ts'

const judgeme = csvFile('judgeme-export.csv', [
	[
		...['title', 'body', 'rating', 'review_date', 'source', 'curated', 'reviewer_name', 'reviewer_email', 'product_id'],
		...['product_handle', 'reply', 'reply_date', 'picture_urls', 'ip_address', 'location', 'metaobject_handle'],
	],
	[
		...[
			'Holds its heat',
			'The tea is warm to the last sip.',
			'5',
			'2022-05-02 07:30:00 UTC',
			'web',
			'ok',
			'Ines Varga',
		],
		...[
			'ines@guest.example',
			'77',
			'tall-cup',
			'It is the double wall.',
			'2022-05-03 08:00:00 UTC',
			'',
			'203.0.113.20',
			'Spain',
			'',
		],
	],
	[
		...['', 'هدية جميلة، وصلت سليمة.', '4', '2022-06-11 10:15:00 UTC', 'email', 'ok', 'ليلى منصور'],
		...['layla@guest.example', '77', 'tall-cup', '', '', '', '203.0.113.21', '', ''],
	],
	[
		...['', 'Buy watches now', '5', '2022-07-01 10:00:00 UTC', 'web', 'spam', 'Bot'],
		...['bot@spam.example', '77', 'tall-cup', '', '', '', '203.0.113.22', '', ''],
	],
])

const woocommerce = csvFile('product-reviews.csv', [
	[
		...[
			'comment_ID',
			'comment_post_ID',
			'comment_author',
			'comment_author_url',
			'comment_author_email',
			'comment_author_IP',
		],
		...['comment_date', 'comment_date_gmt', 'comment_content', 'comment_approved', 'comment_parent', 'user_id'],
		...['comment_alter_id', 'rating', 'verified', 'title', 'product_SKU', 'product_title'],
	],
	[
		...[
			'901',
			'31',
			'Ruth &amp; Sam',
			'',
			'ruth@guest.example',
			'203.0.113.30',
			'2023-02-10 19:05:00',
			'2023-02-10 18:05:00',
		],
		...[
			'We didn&#8217;t expect <strong>that</strong> glaze.<br />Lovely.',
			'1',
			'0',
			'5',
			'0',
			'5',
			'1',
			'',
			'G1',
			'Jug',
		],
	],
	[
		...['902', '31', 'Shop', '', 'shop@shop.example', '203.0.113.31', '2023-02-11 09:00:00', '2023-02-11 08:00:00'],
		...['Thank you, Ruth and Sam.', '1', '901', '1', '0', '', '0', '', 'G1', 'Jug'],
	],
	[
		...['903', '31', 'Offers', 'http://offers.example', 'offers@spam.example', '203.0.113.32', '2023-02-12 09:00:00'],
		...['2023-02-12 08:00:00', 'cheap offers here', 'spam', '0', '0', '0', '5', '0', '', 'G1', 'Jug'],
	],
])

const googleForms = csvFile('Course feedback (Responses).csv', [
	[
		...['Timestamp', 'Email Address', 'What is your name?', 'How would you rate our course?'],
		...['What did you like most?', 'May we publish your answer?'],
	],
	[...['2024/09/05 2:05:07 PM GMT+2', 'ola@guest.example', 'Ola Berg', '5', 'The patience with my first bowl.', 'Yes']],
	[...['2024/09/06 9:15:00 AM GMT+2', 'tim@guest.example', 'Tim Hale', '4', 'The kiln evening.', 'Yes']],
])

test('a file of Judge.me is known, and its reviews come in with titles, replies and their dates', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, 'space/import')
	await page.getByLabel('File to import').setInputFiles(judgeme)
	await expect(page.getByRole('heading', { level: 1, name: '3 reviews from Judge.me' })).toBeVisible()
	await expect(page.getByLabel('reviewer_name is')).toHaveValue('name')
	await expect(page.getByLabel('body is')).toHaveValue('text')
	await expect(page.getByLabel('title is', { exact: true })).toHaveValue('headline')
	await answerQuestions(page)
	await expect(
		page
			.getByRole('listitem')
			.filter({ hasText: 'Ines Varga' })
			.getByRole('paragraph')
			.filter({ hasText: /^It is the double wall\.$/ }),
	).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'import of Judge.me')
	await startImport(page)
	const { data } = await space.client
		.from('testimonials')
		.select('author_name, title, body, rating, submitted_at')
		.eq('space_id', space.spaceId)
		.eq('author_name', 'Ines Varga')
		.throwOnError()
	expect(data).toMatchObject([{ title: 'Holds its heat', body: 'The tea is warm to the last sip.', rating: 5 }])
	const replies = await space.client.from('replies').select('body').eq('space_id', space.spaceId).throwOnError()
	expect(replies.data).toEqual([{ body: 'It is the double wall.' }])
	// The same file again brings nothing.
	await page.getByRole('button', { name: 'All imports' }).click()
	await page.getByLabel('File to import').setInputFiles(judgeme)
	await expect(dockOf(page)).toContainText('here already')
})

test('comments of WooCommerce become plain words, and the answer of the shop its reply', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, 'space/import')
	await page.getByLabel('File to import').setInputFiles(woocommerce)
	await expect(page.getByRole('heading', { level: 1, name: /^3 reviews from Woo/ })).toBeVisible()
	await answerQuestions(page)
	const html = changeOf(page, 'HTML in the words')
	await expect(html.getByRole('switch')).toBeChecked()
	await expect(page.getByText('We didn’t expect that glaze.').first()).toBeVisible()
	// The switch shows the words as the file has them, and comes back.
	await html.getByRole('switch').click()
	await expect(page.getByText(/<strong>that<\/strong>/).first()).toBeVisible()
	await html.getByRole('switch').click()
	await expect(page.getByRole('blockquote').filter({ hasText: 'We didn’t expect that glaze.' })).toBeVisible()
	await answerQuestions(page)
	await startImport(page)
	const { data } = await space.client
		.from('testimonials')
		.select('author_name, body')
		.eq('space_id', space.spaceId)
		.throwOnError()
	expect(data).toEqual([{ author_name: 'Ruth & Sam', body: 'We didn’t expect that glaze.\nLovely.' }])
	const replies = await space.client.from('replies').select('body').eq('space_id', space.spaceId).throwOnError()
	expect(replies.data).toEqual([{ body: 'Thank you, Ruth and Sam.' }])
})

test('questions of a Google Form are understood, on a phone, and the permission is stated', async ({
	phone,
	server,
	space,
}) => {
	await openSignedIn(phone, server.url, space, 'space/import')
	await phone.getByLabel('File to import').setInputFiles(googleForms)
	await expect(phone.getByRole('heading', { level: 1, name: /^2 (reviews|rows)/ })).toBeVisible()
	await expect(phone.getByLabel('What is your name? is')).toHaveValue('name')
	await answerQuestions(phone)
	await phone.getByRole('radio', { name: /^They agreed/ }).check()
	expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
	await expectAccessibleInBothSchemes(phone, 'import of a Google Form, phone')
	await expect(dockOf(phone).getByRole('button', { name: 'Import 2 testimonials' })).toBeEnabled()
	await startImport(phone)
	await expect(phone.getByText(/^“They agreed”, stated/)).toBeVisible()
	const { data } = await space.client
		.from('testimonials')
		.select('author_name, submitted_at')
		.eq('space_id', space.spaceId)
		.eq('author_name', 'Ola Berg')
		.throwOnError()
	expect(data?.map(({ submitted_at: at }) => new Date(at).toISOString())).toEqual(['2024-09-05T12:05:07.000Z'])
})
