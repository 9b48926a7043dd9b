import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { railway } from '#test/support/rest/railway-queries.ts'
import { asOwner } from '#test/support/test-database.ts'

let library: Library
let plain: Library
beforeAll(async () => {
	library = await openLibrary({ aggregates: true })
	await asOwner(library.database, railway)
	plain = await openLibrary()
	await asOwner(plain.database, railway)
})
afterAll(async () => {
	await library.close()
	await plain.close()
})

async function get(path: string, on = library) {
	const response = await on.request(path)
	return { status: response.status, body: (await response.json()) as unknown }
}

type Case = [request: string, status: number, body: unknown]

const aggregatedSpread = {
	code: 'PGRST127',
	message: 'Feature not implemented',
	details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
	hint: null,
}

/** PostgREST's documentation of aggregate functions, spreads and related orders, family by family. */
const families: Record<string, Case[]> = {
	'aggregates of a relation': [
		['/tickets?select=count()', 200, [{ count: 4 }]],
		['/tickets?select=count', 200, [{ count: 4 }]],
		['/tickets?select=n:count()::text', 200, [{ n: '4' }]],
		['/tickets?select=price.count()', 200, [{ count: 3 }]],
		[
			'/tickets?select=price.sum(),price.avg()::int,price.min(),price.max()',
			200,
			[{ sum: 10, avg: 3, min: 2.5, max: 4 }],
		],
		[
			'/tickets?select=line_id,price.sum()&order=line_id',
			200,
			[
				{ line_id: 1, sum: 6 },
				{ line_id: 2, sum: 4 },
				{ line_id: null, sum: null },
			],
		],
		[
			'/tickets?select=line:line_id,total:price.sum()::text&order=line_id.desc.nullslast&limit=1',
			200,
			[{ line: 2, total: '4' }],
		],
		['/stations?select=opened->>year::int.max()', 200, [{ max: 1950 }]],
		['/rpc/all_lines?select=id.max()', 200, [{ max: 3 }]],
		['/tickets?select=price.sum()&price=gt.100', 200, [{ sum: null }]],
	],
	'aggregates that a type does not have, or that do not exist': [
		['/tickets?select=label.sum()', 404, { code: '42883', message: 'function sum(text) does not exist' }],
		['/stations?select=opened.max()', 404, { code: '42883', message: 'function max(jsonb) does not exist' }],
		['/tickets?select=label.avg()', 404, { code: '42883' }],
		['/tickets?select=price.median()', 400, { code: 'PGRST100' }],
		['/tickets?select=nope.sum()', 400, { code: '42703' }],
		['/tickets?select=price.sum()::nope', 400, { code: '42704' }],
	],
	'aggregates within embeds': [
		[
			'/lines?select=name,tickets(price.sum())&order=id',
			200,
			[
				{ name: 'S1', tickets: [{ sum: 6 }] },
				{ name: 'S2', tickets: [{ sum: 4 }] },
				{ name: 'S3', tickets: [{ sum: null }] },
			],
		],
		['/lines?select=name,tickets(count)&id=eq.1', 200, [{ name: 'S1', tickets: [{ count: 2 }] }]],
		[
			'/tickets?select=price.sum(),lines(name)&line_id=not.is.null&order=line_id',
			200,
			[
				{ sum: 6, lines: { name: 'S1' } },
				{ sum: 4, lines: { name: 'S2' } },
			],
		],
	],
	'aggregates of to-one spreads, taken over the rows of the parent': [
		[
			'/tickets?select=...lines(name),price.sum()&line_id=not.is.null&order=lines(name)',
			200,
			[
				{ name: 'S1', sum: 6 },
				{ name: 'S2', sum: 4 },
			],
		],
		[
			'/tickets?select=...lines(line:name,tickets:count())&line_id=not.is.null&order=lines(line).desc',
			200,
			[
				{ line: 'S2', tickets: 1 },
				{ line: 'S1', tickets: 2 },
			],
		],
		[
			'/stops?select=...lines(...stations!origin_id(town:town_id,n:count()))&order=lines(town)',
			200,
			[{ town: 1, n: 4 }],
		],
		[
			'/stops?select=...stations(town_id,minute_max:id.max())&order=stations(town_id)',
			200,
			[
				{ town_id: 1, minute_max: 2 },
				{ town_id: 2, minute_max: 3 },
			],
		],
		[
			'/stops?select=minute.sum(),...stations(...towns(town:name))&order=stations(town)',
			200,
			[
				{ sum: 0, town: 'Aal' },
				{ sum: 16, town: 'Bee' },
			],
		],
	],
	'aggregates of to-many spreads, which are not there': [
		['/lines?select=name,...tickets(price.sum())', 400, aggregatedSpread],
		['/lines?select=name,...tickets(count())', 400, aggregatedSpread],
		['/crews?select=name,...platforms!shifts(length.max())', 400, aggregatedSpread],
		['/towns?select=name,...stations(...towns(count()))', 400, aggregatedSpread],
	],
	'spreads to many, as arrays': [
		[
			'/towns?select=town:name,...stations(station:name)&order=id&stations.order=id',
			200,
			[
				{ town: 'Aal', station: ['Aal Hbf', 'Aal Ost'] },
				{ town: 'Bee', station: ['Bee'] },
				{ town: 'Cod', station: [] },
			],
		],
		['/towns?select=...stations(*)&id=eq.2', 200, [{ id: [3], name: ['Bee'], town_id: [2], opened: [{ year: 1950 }] }]],
		['/towns?select=name,...stations(name)&stations=is.null', 200, [{ name: [] }]],
		[
			'/towns?select=town:name,...stations!inner(name)&stations.order=name.desc&id=eq.1',
			200,
			[{ town: 'Aal', name: ['Aal Ost', 'Aal Hbf'] }],
		],
		['/towns?select=...stations(name)&stations.order=opened->year&id=eq.1', 200, [{ name: ['Aal Ost', 'Aal Hbf'] }]],
		[
			'/towns?select=...stations(name,...lines!origin_id(line:name))&stations.order=id&id=eq.1',
			200,
			[{ name: ['Aal Hbf', 'Aal Ost'], line: [['S1'], ['S2']] }],
		],
		[
			'/towns?select=...stations(name,lines!origin_id(name))&stations.order=id&id=eq.1',
			200,
			[{ name: ['Aal Hbf', 'Aal Ost'], lines: [[{ name: 'S1' }], [{ name: 'S2' }]] }],
		],
		[
			'/crews?select=crew:name,...platforms!shifts(length,...stations(station:name))&platforms.order=stations(station).desc&id=eq.1',
			200,
			[{ crew: 'early', length: [150, 200], station: ['Bee', 'Aal Hbf'] }],
		],
		['/towns?select=name,...stations()&id=eq.3', 200, [{ name: 'Cod' }]],
	],
	'limits of an embed that is one row at most': [
		['/stations?select=towns(name)&towns.offset=1&id=eq.1', 200, [{ towns: null }]],
		['/stations?select=towns(name)&towns.limit=0&id=eq.1', 200, [{ towns: null }]],
		['/stations?select=towns(name)&towns.limit=5&id=eq.1', 200, [{ towns: { name: 'Aal' } }]],
		['/stations?select=id,...towns(town:name)&towns.offset=1&id=eq.1', 200, [{ id: 1, town: null }]],
		['/towns?select=mayors(name)&mayors.offset=1&id=eq.1', 200, [{ mayors: null }]],
		['/stations?select=id,towns!inner(name)&towns.offset=1', 200, []],
	],
	'order by a to-one embed': [
		[
			'/stations?select=id,towns(name)&order=towns(name).desc.nullslast,id',
			200,
			[
				{ id: 3, towns: { name: 'Bee' } },
				{ id: 1, towns: { name: 'Aal' } },
				{ id: 2, towns: { name: 'Aal' } },
				{ id: 4, towns: null },
			],
		],
		[
			'/stations?select=id,home:towns(town:name)&order=home(town).nullsfirst,id.desc',
			200,
			[
				{ id: 4, home: null },
				{ id: 2, home: { town: 'Aal' } },
				{ id: 1, home: { town: 'Aal' } },
				{ id: 3, home: { town: 'Bee' } },
			],
		],
		[
			'/stations?select=id,...towns(town:name)&order=towns(town).desc.nullslast,id',
			200,
			[
				{ id: 3, town: 'Bee' },
				{ id: 1, town: 'Aal' },
				{ id: 2, town: 'Aal' },
				{ id: 4, town: null },
			],
		],
		[
			'/lines?select=name,origin_id(year:opened->year)&order=origin_id(opened->year)',
			200,
			[
				{ name: 'S2', origin_id: { year: 1850 } },
				{ name: 'S1', origin_id: { year: 1900 } },
				{ name: 'S3', origin_id: { year: 1950 } },
			],
		],
		[
			'/lines?select=name,first_stop(id)&order=first_stop(id).desc',
			200,
			[
				{ name: 'S3', first_stop: { id: 3 } },
				{ name: 'S2', first_stop: { id: 2 } },
				{ name: 'S1', first_stop: { id: 1 } },
			],
		],
		[
			'/towns?select=id,stations(id)&order=stations(id)',
			400,
			{
				code: 'PGRST118',
				message: "A related order on 'stations' is not possible",
				details: "'towns' and 'stations' do not form a many-to-one or one-to-one relationship",
			},
		],
		[
			'/stations?select=id&order=towns(name)',
			400,
			{ code: 'PGRST108', message: "'towns' is not an embedded resource in this request" },
		],
	],
	'conditions on the existence of embeds': [
		['/stations?select=id,towns()&towns=is.null', 200, [{ id: 4 }]],
		['/towns?select=id,stations()&stations=not.is.null&order=id', 200, [{ id: 1 }, { id: 2 }]],
		['/towns?select=id,s:stations()&s=is.null', 200, [{ id: 3 }]],
		[
			'/towns?select=id,stations(),mayors()&stations.name=eq.Bee&mayors.name=eq.Max&or=(stations.not.is.null,mayors.not.is.null)&order=id',
			200,
			[{ id: 1 }, { id: 2 }],
		],
		['/lines?select=id,stations!stops()&stations.id=eq.2&stations=not.is.null', 200, [{ id: 2 }]],
		['/stations?select=id,town_id(name)&town_id=eq.2', 200, [{ id: 3, town_id: { name: 'Bee' } }]],
	],
}

describe.each(Object.entries(families))('%s', (_, cases) => {
	it.each(cases)('GET %s is %i', async (request, status, body) => {
		const answer = await get(request)
		expect(answer).toEqual({
			status,
			body: status === 200 ? body : expect.objectContaining(body as object),
		})
	})
})

describe('where aggregates are not allowed', () => {
	it.each([
		'/tickets?select=price.sum()',
		'/lines?select=name,tickets(price.sum())',
		'/tickets?select=...lines(id.max())',
		'/lines?select=...tickets(price.max())',
	])('GET %s is refused', async (request) => {
		expect(await get(request, plain)).toEqual({
			status: 400,
			body: {
				code: 'PGRST123',
				message: 'Use of aggregate functions is not allowed',
				details: null,
				hint: null,
			},
		})
	})
})
