import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readState } from './read-state.ts'

it.each([
	[
		'approved',
		[
			'1',
			'1.0',
			'true',
			'TRUE',
			'Yes',
			'on',
			'ok',
			'Published',
			'PUBLISH',
			'Approved',
			'Live',
			'visible',
			'accepted',
			'Active',
		],
	],
	[
		'approved',
		['Veröffentlicht', 'WAHR', 'ja', 'Publié', 'VRAI', 'oui', 'Publicado', 'VERDADERO', 'sí', 'Pubblicato', 'VERO'],
	],
	[
		'approved',
		[
			'Gepubliceerd',
			'WAAR',
			'Opublikowany',
			'PRAWDA',
			'Aprovado',
			'sim',
			'Godkänd',
			'SANT',
			'Опубликовано',
			'ИСТИНА',
			'承認済み',
		],
	],
	[
		'pending',
		['', '  ', 'pending', 'Not-yet', 'not_yet', 'Unapproved', 'hold', 'In moderation', 'Draft', 'new', 'Under review'],
	],
	[
		'pending',
		[
			'Ausstehend',
			'Entwurf',
			'En attente',
			'Pendiente',
			'In attesa',
			'In afwachting',
			'Oczekuje',
			'Pendente',
			'Väntande',
			'На модерации',
		],
	],
	[
		'hidden',
		[
			'0',
			'0.0',
			'false',
			'FALSE',
			'No',
			'off',
			'Hidden',
			'Unpublished',
			'Rejected',
			'archived',
			'Inactive',
			'declined',
			'Disabled',
		],
	],
	[
		'hidden',
		[
			'removed',
			'trash',
			'Deleted',
			'Not published',
			'not-approved',
			'private',
			'Abgelehnt',
			'FALSCH',
			'nein',
			'Refusé',
			'FAUX',
		],
	],
	[
		'hidden',
		[
			'Rechazado',
			'FALSO',
			'Nascosto',
			'Afgewezen',
			'ONWAAR',
			'Odrzucony',
			'FAŁSZ',
			'Rejeitado',
			'não',
			'Avvisad',
			'Отклонено',
			'ЛОЖЬ',
		],
	],
	['spam', ['spam', 'SPAM', 'Spam!', 'junk', 'спам', 'スパム']],
	[
		undefined,
		[
			'maybe',
			'Great service',
			'2',
			'10',
			'-1',
			'constructor',
			'__proto__',
			'toString',
			'web',
			'email',
			'x'.repeat(500),
			'yes no',
		],
	],
])('the state %s has its words', (state, texts) => {
	for (const text of texts) expect([text, readState(text)]).toEqual([text, state])
})

it('the words of a source go before those of all', () => {
	const more = { '0': 'pending', spam: 'spam_comment', 'post-trashed': 'hidden', curated: 'approved' } as const
	expect(['0', 'Spam', 'post-trashed', 'CURATED', '1'].map((text) => readState(text, more))).toEqual([
		'pending',
		'spam_comment',
		'hidden',
		'approved',
		'approved',
	])
	expect(readState('constructor', more)).toBeUndefined()
})

it('no text makes the reader throw', () => {
	fc.assert(
		fc.property(
			fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
			(text) => void readState(text),
		),
	)
	expect(readState(' '.repeat(200_000))).toBe('pending')
})
