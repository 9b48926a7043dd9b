import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { plainHeading } from '#product/imports/columns/headings.ts'
import { importTargets } from '#shared/import/import-api.ts'
import { planOf } from '#test/support/import/plan-of.ts'
import { knownSources } from './load-sources.ts'

it.each([
	[
		'okendo',
		'name,body,handle,productId,rating,sku,dateCreated,countryCode,email,imageUrls,isApproved,isRecommended,reply,replyDateCreated,title,isVerifiedBuyer,status\nAnn,W,blue-bowl,77,5,S1,2024-03-05T10:00:00Z,us,ann@x.example,https://i.example/1.jpg,true,true,Thanks!,2024-03-06T10:00:00Z,Lovely,true,approved',
		'name text none none rating none submitted_at none email photo none none reply replied_at headline verified status',
	],
	[
		'stamped',
		'product_id,product_handle,productUrl,photoFilenames,productTitle,rating,title,author,email,body,created_at,published,reply,replied_at,publishedReply,tags\n77,blue-bowl,https://s.example/p,1.jpg,Bowl,5,Lovely,Ann,ann@x.example,W,2024-03-05,TRUE,Thanks!,2024-03-06,TRUE,vip',
		'none none none photo none rating headline name email text submitted_at status reply replied_at none tags',
	],
	[
		'opinew',
		'body,rating,review_date,state,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,SKU,barcode,region\nW,5,2024-03-05,published,Ann,ann@x.example,77,blue-bowl,Thanks!,2024-03-06,https://i.example/1.jpg,S1,123,GB',
		'text rating submitted_at status name email none none reply replied_at photo none none none',
	],
	[
		'loox',
		'id,status,rating,email,nickname,full_name,review,date,productId,handle,img,variant,verified_purchase,reply,replied_at\nkVwQ1,Active,5,ann@x.example,Ann L.,Ann Lee,W,2024-03-05,77,blue-bowl,https://i.example/1.jpg,M,TRUE,Thanks!,2024-03-06',
		'id status rating email name none text submitted_at none none photo none verified reply replied_at',
	],
	[
		'fera',
		'Heading,Body,Rating,Customer Name,Customer Location,Customer Avatar,Created At,Store Reply,Store Replied At,Customer Media 1,Customer Media 2\nLovely,W,5,Ann,Leeds,https://i.example/a.jpg,2024-03-05,Thanks!,2024-03-06,https://i.example/1.jpg,https://i.example/2.jpg',
		'headline text rating name none avatar submitted_at reply replied_at photo photo',
	],
	[
		'powerreviews',
		'Review Id,Page Id,Review Display,Review Title,Review Date,Review Location,Review Text,Rating,Verified Buyer,Review Status\n9001,77,Ann,Lovely,03/15/2024,Leeds,W,5,Yes,Approved',
		'id none name headline submitted_at none text rating verified status',
	],
	[
		'site_reviews',
		'date,date_gmt,title,content,rating,name,email,avatar,is_approved,is_pinned,is_verified,response\n2024-03-05 11:00:00,2024-03-05 10:00:00,Lovely,W,5,Ann,ann@x.example,https://i.example/a.jpg,1,0,1,Thanks!',
		'none submitted_at headline text rating name email avatar status none verified reply',
	],
	[
		'strong_testimonials',
		'client_name,email,company_name,company_website,post_title,post_content\nAnn,ann@x.example,Kiln,https://kiln.example,Lovely,W',
		'name email company url headline text',
	],
	[
		'trustpilot',
		'Domain Url,Review Id,Review Created (UTC),Review Username,Review User Email,Review Title,Review Content,Review Stars,Source Of Review,Reference Id,Company Response,Company Reply Date (UTC),Review Language\nhttps://s.example,66f,2026-02-02 10:15:00,Sam,sam@x.example,Great,W,4,Organic,7,Thanks!,2026-02-03,en',
		'none id submitted_at name email headline text rating none none reply replied_at language',
	],
	[
		'app_store',
		'type,id,attributes.rating,attributes.title,attributes.body,attributes.reviewerNickname,attributes.createdDate,attributes.territory,links.self\ncustomerReviews,0000-1,5,Lovely,W,ann77,2024-03-05T10:00:00-08:00,GBR,https://api.example/1',
		'none id rating headline text name submitted_at none none',
	],
	[
		'etsy',
		'reviewer,date_reviewed,star_rating,message,order_id\nAnn,03/15/2024,5,W,7',
		'name submitted_at rating text none',
	],
	[
		'booking',
		'Review date,Guest name,Reservation number,Review title,Positive review,Negative review,Review score,Staff,Cleanliness,Property reply\n2024-03-05,Ann,900,Lovely,W,Too short,9.0,10,10,Thanks!',
		'submitted_at name id headline labelled labelled rating none none reply',
	],
	[
		'g2',
		'star_rating,title,comment_answers.love.value,comment_answers.hate.value,user_name,submitted_at,verified_current_user\n5,Lovely,W,Nothing at all to say,Ann,2024-03-05T10:00:00Z,true',
		'rating headline labelled labelled name submitted_at verified',
	],
	[
		'capterra',
		'Review title,Overall rating,Ease of use,Pros,Cons,Reviewer name,Review date\nLovely,5,4,W,Nothing at all,Ann,2024-03-05',
		'headline rating none labelled labelled name submitted_at',
	],
	[
		'feefo',
		'customer.display_name,service.rating.rating,service.title,service.review,service.created_at\nAnn,5,Lovely,W,2024-03-05T10:00:00Z',
		'name rating headline text submitted_at',
	],
	[
		'feefo',
		'Name,Email,Sale Date,Feedback Date,Product Id,Service Rating,Service Comment,Product Rating,Product Comment\nAnn,ann@x.example,01/03/2024,15/03/2024,77,5,W,4,A nice bowl for the kitchen',
		'name email none submitted_at none rating text none none',
	],
	[
		'senja',
		'type,title,text,rating,date,approved,customer_name,customer_email,customer_company,customer_tagline,customer_avatar,customer_website,url,tags,integration\ntext,Lovely,W,5,2024-01-15T00:00:00Z,true,Ada,ada@x.example,Kiln,Founder,https://i.example/a.png,kiln.example,https://s.example/p,"a,b",twitter',
		'none headline text rating submitted_at status name email company title avatar url source_url tags none',
	],
	[
		'testimonial_to',
		'Testimonial,Name,Star Rating,Type,Title/Company\nW,Ann,5,text,Potter',
		'text name rating none title',
	],
	[
		'disqus',
		'id,message,createdAt,isDeleted,isSpam,author.name,author.email,parent\n1,<p>W</p>,2020-01-01T00:00:00Z,false,false,Ann,ann@x.example,',
		'id text submitted_at status status name email parent',
	],
	[
		'wordpress',
		'comment_ID,comment_author,comment_author_email,comment_date,comment_content,comment_approved,comment_parent\n7,Ann,ann@x.example,2024-03-05 10:00:00,W,1,0',
		'id name email submitted_at text status parent',
	],
	[
		'typeform',
		'#,What’s your name?,Tell us about your experience,Start Date (UTC),Submit Date (UTC),Network ID,Tags\nx1y2z3x1y2z3,Ann,W,2024-03-05 10:00:00,2024-03-05 10:02:00,n1,',
		'id name text none submitted_at none none',
	],
	[
		'jotform',
		'Submission Date,Full Name,Your review,Star Rating,Submission IP,Submission ID\n2024-03-05 10:00:00,Ann Lee,W,5,203.0.113.4,5700000000001',
		'submitted_at name text rating none id',
	],
	[
		'surveymonkey',
		'Respondent ID,Collector ID,Start Date,End Date,IP Address,Email Address,First Name,Last Name,Custom Data 1,How would you rate us?,Please share your experience\n1180,44,03/05/2024 10:00:00 AM,03/05/2024 10:02:00 AM,203.0.113.4,ann@x.example,Ann,Lee,,5,W',
		'id none none submitted_at none email name name none rating text',
	],
	[
		'okendo',
		'Review ID,Product ID,Product Name,Rating,Title,Body,Reviewer Name,Is Verified Buyer,Date Created,Status\nr1,77,Bowl,4,Lovely,W,Zoé,FALSE,2025-02-01,approved',
		'id none none rating headline text name verified submitted_at status',
	],
	[
		'yotpo',
		'Review Title,Review Content,Review Score,Date,Product ID,Product Title,Product URL,Display Name,Email,Verified Purchase\nLovely,W,5,15/03/2025,999,Bag,https://s.example/p,Ana Lopez,a@x.example,Yes',
		'headline text rating submitted_at none none none name email verified',
	],
	[
		'airtable',
		'Name,Quote,Photo\nAnn,W,ann.png (https://v5.airtableusercontent.com/x/ann.png)',
		'name text avatar|photo',
	],
	[
		'notion',
		'Name,Quote,Company,Created time\nAnn,W,Kiln (https://www.notion.so/Kiln-1),"March 5, 2024 10:00 AM"',
		'name text company submitted_at',
	],
] as const)('an export of %s is recognised', async (source, file, targets) => {
	const plan = await planOf(file.replace(/\bW\b/g, 'The whole team was kind and quick'))
	const [, photo] = targets.split('|')
	expect(plan).toEqual({ source, unsure: '', targets: photo ? targets.replace('avatar|', '') : targets })
})

it.each([
	[
		'a heading was renamed',
		'title,review_body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date\nGreat,W,5,2021-03-15,web,ok,Mia,mia@x.example,7,b,Thanks!,2021-03-16',
		'headline text rating submitted_at none status name email none none reply replied_at',
		'judgeme',
	],
	[
		'two were renamed and one is new',
		'Review Id,Review Created (UTC),Reviewer,Review User Email,Review Title,Review Text,Review Stars,Source Of Review,Domain Url,Review Language,Pronouns\n66f,2026-02-02,Sam,sam@x.example,Great,W,4,Organic,https://s.example,en,they',
		'id submitted_at name email headline text rating none none language none',
		'trustpilot',
	],
])('a source that changed its headings is still recognised: %s', async (_, file, targets, source) => {
	const plan = await planOf(file.replace(/\bW\b/g, 'The whole team was kind and quick'))
	expect(plan).toMatchObject({ targets, source })
})

it('headings that many tables have are no known source', async () => {
	for (const headings of [
		'Name,Email,Rating,Review,Date',
		'title,text,rating,name',
		'id,name,text,rating,created',
		'testimonial,name,company',
	])
		expect(await planOf(`${headings}\na,b,c,d,e`)).toMatchObject({ source: undefined })
})

it('a column of a known source that holds something else is left open, and asked about', async () => {
	const plan = await planOf(
		'customer_name,text,rating,integration\nAnn,The whole team was kind,banana,x\nBo,All was quick and kind,apple,x',
	)
	expect(plan).toMatchObject({ source: 'senja', targets: 'name text none none', unsure: 'rating' })
})

it('a source that a member chose is taken, and the format of the file is none', async () => {
	const file = 'Name,Body,Rating\nAnn,The whole team was kind,5'
	expect(await planOf(file, 'okendo')).toMatchObject({ source: 'okendo', targets: 'name text rating' })
	expect(await planOf(file, 'csv')).toMatchObject({ source: undefined, targets: 'name text rating' })
})

it('each source has an id of its own, headings as they are compared, and known targets', () => {
	expect(new Set(knownSources.map(({ id }) => id)).size).toBe(knownSources.length)
	expect(knownSources.length).toBeGreaterThanOrEqual(30)
	for (const { id, name, marks, valueMarks, columns, leftOut = [] } of knownSources) {
		expect(id).toMatch(/^[a-z][a-z0-9_]*$/)
		const headings = [...marks.flat(), ...Object.keys(columns), ...leftOut]
		for (const heading of headings) expect([name, heading.replace(/ \*$/, '')]).toEqual([name, plainHeading(heading)])
		for (const target of Object.values(columns)) expect(importTargets).toContain(target)
		// Marks that the source itself does not know would be asked about.
		for (const mark of marks.flat()) expect([name, mark in columns || leftOut.includes(mark)]).toEqual([name, true])
		expect(marks.length + (valueMarks?.length ?? 0)).toBeGreaterThan(0)
	}
})

it('docs/import.md lists every source, with its marks and what confirmed it', () => {
	const rows = knownSources.map(({ name, marks, valueMarks = [], confirmedBy }) => {
		const shown = (marks[0] ?? valueMarks).map((mark) => `\`${mark}\``).join(', ')
		return `| ${name} | ${shown} | ${confirmedBy ?? '**not** confirmed'} |`
	})
	const docs = readFileSync('docs/import.md', 'utf8').split('\n')
	expect(docs.filter((line) => rows.includes(line))).toEqual(rows)
})
