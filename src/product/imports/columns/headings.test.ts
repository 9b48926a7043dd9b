import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kindsOf } from './cell-kinds.ts'
import { candidatesOf, isFamilyName, isHeading, languageOfHeadings, plainHeading, targetOfHeading } from './headings.ts'

it.each([
	['reviewCreated', 'review created'],
	['Review Created (UTC)', 'review created utc'],
	['E-Mail-Adresse *', 'e mail adresse'],
	['Źródło', 'zrodlo'],
	['Größe', 'grosse'],
	['#', ''],
])('the heading “%s” is compared as “%s”', (heading, plain) => {
	expect(plainHeading(heading)).toBe(plain)
})

it.each([
	[
		'name',
		['Name', 'What’s your name?', 'Reviewer Display Name', 'comment_author', 'Vorname', 'Кто вы? Имя', 'author.name'],
	],
	['email', ['E-mail *', 'reviewer_email', 'Your e-mail address (optional)', 'Ihre E-Mail-Adresse', 'E-post']],
	['rating', ['How would you rate us?', 'Star Rating', 'Sterne', 'Note', 'Punktzahl', 'Welk cijfer geef je ons?']],
	[
		'text',
		['Leave your testimonial', 'What did you like most?', 'Kundenstimme', 'Votre avis', 'Napisz opinię', 'review_body'],
	],
	['headline', ['Review Title', 'Subject', 'Titre', 'título', 'Überschrift']],
	['title', ['Job title', 'Your role', 'Author title', 'Cargo', 'Funktion']],
	['reply', ['Response', 'Owner reply', 'Antwort', 'Réponse', 'Developer Reply Text']],
	['replied_at', ['replied_at', 'Reply Date', 'Company Reply Date (UTC)', 'Antwortdatum']],
	['verified', ['Verified', 'is_verified', 'Verified Purchase', 'verified_buyer']],
	['submitted_at', ['Created_at', 'Submitted at', 'Timestamp', 'Erstellungsdatum', 'Fecha de creación', 'Zeitstempel']],
	['company', ['Where do you work?', 'Company name', 'Firma', 'Bedrijfsnaam']],
	['avatar', ['Your photo', 'Reviewer Image', 'avatarUrl', 'Profilbild']],
	['photo', ['mediaUrls', 'Review photos', 'picture_urls', 'Bilder']],
] as const)('these headings mean %s: %j', (target, headings) => {
	for (const heading of headings) expect([heading, targetOfHeading(heading)]).toEqual([heading, target])
})

it.each([
	['name', ['product_name', 'Company name', 'file name', 'Product reviewer id', 'Name of the shop']],
	['headline', ['product title', 'Job title', 'Page title']],
	['rating', ['Rating count', 'Rating ID', 'Average rating']],
	[
		'text',
		[
			'Review ID',
			'review_url',
			'comment_date',
			'Product description',
			'Reply to the review',
			'May we publish your testimonial?',
			'Comment count',
		],
	],
	['submitted_at', ['Updated at', 'Date of birth', 'Order date', 'Reply date']],
	['email', ['Accepts Email Marketing', 'Email sent', 'E-mail consent']],
	['status', ['May we publish it?', 'Order status', 'Verification status']],
] as const)('these headings do not mean %s: %j', (target, headings) => {
	for (const heading of headings)
		expect([heading, candidatesOf(heading).some((one) => one.target === target)]).toEqual([heading, false])
})

it('a first row holds headings when what is known in it outweighs its values', () => {
	expect(
		[
			['Name', 'Text', 'Rating', '', '', ''],
			['What’s your name?', 'Tell us about your experience'],
			['Nimi', 'Arvio'],
			['Review'],
			['Name', '5 stars for all', 'E-mail'],
		].map(isHeading),
	).toEqual([true, true, true, true, true])
	expect(
		[
			['Reviews export', '', '', ''],
			['Zoé', 'zoe@ex.example', '5', 'Long enough to be the words of somebody'],
			['Guest', '5', 'Nice place'],
			['Ann', '2025-03-14', 'A great review of the whole thing that is rather long, longer than headings are'],
			['★★★★★', 'Good'],
			['', '', ''],
		].map(isHeading),
	).toEqual([false, false, false, false, false, false])
})

it('a family name is known in every language, and the language of most headings is found', () => {
	expect(['Last Name', 'Nachname', 'cognome', 'Apellidos', 'Contact last name', 'Nom'].every(isFamilyName)).toBe(true)
	expect(['First name', 'Vorname', 'Full name', 'Company'].some(isFamilyName)).toBe(false)
	expect(languageOfHeadings(['Name', 'Sterne', 'Kundenstimme'])).toBe('de')
	expect(languageOfHeadings(['Name', 'Rating', 'Text'])).toBe('en')
	expect(languageOfHeadings(['Nome', 'Voto', 'Recensione'])).toBe('it')
})

it('no heading and no cell makes the guess throw or take long', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => void [candidatesOf(text), kindsOf(text)]),
	)
	const hostile = [
		'a.',
		'a/',
		'1 ',
		'@',
		'a@a.',
		'0 jan',
		'★',
		'-',
		'(https://',
		'name ',
		'may we ',
		'名前',
		'a'.repeat(50),
	]
	const started = performance.now()
	for (const piece of hostile) {
		candidatesOf(piece.repeat(10_000))
		kindsOf(piece.repeat(20).slice(0, 254))
	}
	expect(performance.now() - started).toBeLessThan(5000)
})
