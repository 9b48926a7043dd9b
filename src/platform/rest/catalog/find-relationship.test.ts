import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { railway } from '#test/support/rest/railway-queries.ts'
import { asOwner } from '#test/support/test-database.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary({ aggregates: true })
	await asOwner(library.database, railway)
})
afterAll(() => library.close())

async function get(path: string) {
	const response = await library.request(path)
	return { status: response.status, body: (await response.json()) as unknown }
}

type Found = [request: string, body: unknown]
type Refused = [request: string, status: number, body: Record<string, unknown>]

/** Requests whose relationships are found (PostgREST, "Resource Embedding": hints, foreign key joins, views). */
const found: Record<string, Found[]> = {
	'by the name of a constraint from the side that is referred to': [
		[
			'/towns?select=name,stations_town_id_fkey(name)&id=eq.2',
			[{ name: 'Bee', stations_town_id_fkey: [{ name: 'Bee' }] }],
		],
		['/towns?select=mayors_town_id_fkey(name)&id=eq.1', [{ mayors_town_id_fkey: { name: 'Max' } }]],
		[
			'/platforms?select=number,signal_platform(id)&station_id=eq.1&number=eq.1',
			[{ number: 1, signal_platform: [{ id: 1 }, { id: 2 }] }],
		],
		['/stations?select=id,starting:lines_origin_id_fkey(name)&id=eq.1', [{ id: 1, starting: [{ name: 'S1' }] }]],
	],
	'by a column, also of a one-to-one relationship and from the side that is referred to': [
		['/mayors?select=name,town_id(name)&id=eq.1', [{ name: 'Max', town_id: { name: 'Aal' } }]],
		['/pair_b?select=other_id(id)', []],
		['/lines?select=origin_id(name)&id=eq.2', [{ origin_id: { name: 'Aal Ost' } }]],
		['/crews?select=shifts!crew_id(hours)&id=eq.2', [{ shifts: [{ hours: 6 }] }]],
		['/crews?select=id(hours)&id=eq.2', [{ id: [{ hours: 6 }] }]],
	],
	'of a table to itself': [
		['/staff?select=name,boss_id(name)&id=eq.2', [{ name: 'Bo', boss_id: { name: 'Ada' } }]],
		['/staff?select=name,staff_boss(name)&id=eq.2', [{ name: 'Bo', staff_boss: { name: 'Ada' } }]],
		['/staff?select=name,staff(name)&id=eq.1', [{ name: 'Ada', staff: [{ name: 'Bo' }, { name: 'Cy' }] }]],
		['/staff?select=name,team:staff!boss_id(name)&id=eq.1', [{ name: 'Ada', team: [{ name: 'Bo' }, { name: 'Cy' }] }]],
		['/staff?select=team:staff!staff_boss(name)&id=eq.1', [{ team: [{ name: 'Bo' }, { name: 'Cy' }] }]],
	],
	'of a view to itself, by any name of the column': [
		[
			'/folk?select=id,boss(id)&order=id',
			[
				{ id: 1, boss: null },
				{ id: 2, boss: { id: 1 } },
			],
		],
		['/folk?select=id,head(id)&id=eq.2', [{ id: 2, head: { id: 1 } }]],
		['/folk?select=id,under:folk!boss(id)&id=eq.1', [{ id: 1, under: [{ id: 2 }] }]],
		['/folk?select=id,under:folk!head(id)&id=eq.1', [{ id: 1, under: [{ id: 2 }] }]],
	],
	'of views, by column and constraint as hints': [
		['/station_views?select=name,towns(name)&id=eq.3', [{ name: 'Bee', towns: { name: 'Bee' } }]],
		['/towns?select=station_views(name)&id=eq.2', [{ station_views: [{ name: 'Bee' }] }]],
		['/towns?select=station_views!stations_town_id_fkey(name)&id=eq.2', [{ station_views: [{ name: 'Bee' }] }]],
		['/towns?select=station_views!town_id(name)&id=eq.2', [{ station_views: [{ name: 'Bee' }] }]],
		['/station_views?select=lines!origin_id(name)&id=eq.1', [{ lines: [{ name: 'S1' }] }]],
		['/town_list?select=name,stations(id)&id=eq.2', [{ name: 'Bee', stations: [{ id: 3 }] }]],
	],
	'of a view that shows the column of a key twice': [
		['/twice_views?select=towns!here(name)&id=eq.3', [{ towns: { name: 'Bee' } }]],
		['/twice_views?select=here(name),there(name)&id=eq.3', [{ here: { name: 'Bee' }, there: { name: 'Bee' } }]],
		['/towns?select=twice_views!there(id)&id=eq.2', [{ twice_views: [{ id: 3 }] }]],
	],
	'with keys of several columns, through tables and views as junctions': [
		['/signals?select=platforms(length)&id=eq.3', [{ platforms: { length: 150 } }]],
		['/signals?select=signal_platform(length)&id=eq.3', [{ signal_platform: { length: 150 } }]],
		[
			'/crews?select=name,platforms!shifts(length)&id=eq.1&platforms.order=length',
			[{ name: 'early', platforms: [{ length: 150 }, { length: 200 }] }],
		],
		['/crews?select=name,platforms!shift_views(length)&id=eq.2', [{ name: 'late', platforms: [{ length: 200 }] }]],
		['/crews?select=platform_views!shift_views(length)&id=eq.2', [{ platform_views: [{ length: 200 }] }]],
		['/lines?select=stations!stops(name)&id=eq.1', [{ stations: [{ name: 'Aal Hbf' }, { name: 'Bee' }] }]],
	],
	'computed by a function, which replaces what keys say': [
		['/lines?select=first_stop(name)&id=eq.1', [{ first_stop: { name: 'Aal Hbf' } }]],
		['/mayors?select=name,stations(name)&id=eq.2', [{ name: 'Mia', stations: [{ name: 'Bee' }] }]],
		['/rpc/all_lines?select=name,first_stop(name)&id=eq.2', [{ name: 'S2', first_stop: { name: 'Aal Ost' } }]],
	],
}

describe.each(Object.entries(found))('a relationship is found %s', (_, cases) => {
	it.each(cases)('GET %s', async (request, body) => {
		expect(await get(request)).toEqual({ status: 200, body })
	})
})

const none = (from: string, to: string, hint: string | null, using = '') => ({
	code: 'PGRST200',
	message: `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
	details: `Searched for a foreign key relationship between '${from}' and '${to}'${using} in the schema 'public', but no matches were found.`,
	hint: hint && `Perhaps you meant '${hint}.`,
})

const several = (from: string, to: string, choices: [string, string, string][]) => ({
	code: 'PGRST201',
	message: `Could not embed because more than one relationship was found for '${from}' and '${to}'`,
	details: choices.map(([cardinality, , relationship]) => ({
		cardinality,
		embedding: `${from} with ${to}`,
		relationship,
	})),
	hint: `Try changing '${to}' to one of the following: ${choices.map(([, name]) => `'${to}!${name}'`).join(', ')}. Find the desired relationship in the 'details' key.`,
})

/** Requests that PostgREST refuses, with the hints that it gives and where it gives none. */
const refused: Record<string, Refused[]> = {
	'several relationships are listed by kind, constraint and column': [
		[
			'/stations?select=lines(*)',
			300,
			several('stations', 'lines', [
				['one-to-many', 'lines_origin_id_fkey', 'lines_origin_id_fkey using stations(id) and lines(origin_id)'],
				['one-to-many', 'lines_terminus_id_fkey', 'lines_terminus_id_fkey using stations(id) and lines(terminus_id)'],
				[
					'many-to-many',
					'stop_views',
					'stop_views using stops_station_id_fkey(station_id) and stops_line_id_fkey(line_id)',
				],
				['many-to-many', 'stops', 'stops using stops_station_id_fkey(station_id) and stops_line_id_fkey(line_id)'],
			]),
		],
		[
			'/signal_views?select=platforms(*)',
			300,
			several('signal_views', 'platforms', [
				[
					'many-to-one',
					'signal_platform',
					'signal_platform using signal_views(s1, n1) and platforms(station_id, number)',
				],
				[
					'many-to-one',
					'signal_platform',
					'signal_platform using signal_views(s1, n2) and platforms(station_id, number)',
				],
				[
					'many-to-one',
					'signal_platform',
					'signal_platform using signal_views(s2, n1) and platforms(station_id, number)',
				],
				[
					'many-to-one',
					'signal_platform',
					'signal_platform using signal_views(s2, n2) and platforms(station_id, number)',
				],
			]),
		],
		[
			'/pair_b?select=pair_a(*)',
			300,
			several('pair_b', 'pair_a', [
				['one-to-one', 'pair_b_id_fkey', 'pair_b_id_fkey using pair_b(id) and pair_a(id)'],
				['one-to-one', 'pair_b_other_id_fkey', 'pair_b_other_id_fkey using pair_b(other_id) and pair_a(id)'],
			]),
		],
	],
	'a similar name is suggested for the target': [
		['/stations?select=town(name)', 400, none('stations', 'town', "towns' instead of 'town'")],
		['/towns?select=station(name)', 400, none('towns', 'station', "stations' instead of 'station'")],
		['/crews?select=shift(hours)', 400, none('crews', 'shift', "shifts' instead of 'shift'")],
	],
	'nothing is suggested where no name is similar, or only the hint is wrong': [
		['/stations?select=qwxyz(name)', 400, none('stations', 'qwxyz', null)],
		['/lines?select=stations!nope(name)', 400, none('lines', 'stations', null, " using the hint 'nope'")],
		['/staff?select=staff!id(name)', 400, none('staff', 'staff', null, " using the hint 'id'")],
	],
	'a junction of a schema that is not exposed joins nothing': [
		['/end_a?select=end_b(*)', 400, none('end_a', 'end_b', null)],
	],
	'a similar table is suggested for one that has no relationship': [
		['/zq?select=towns(name)', 400, none('zq', 'towns', null)],
		['/platform_?select=towns(name)', 400, none('platform_', 'towns', "platforms' instead of 'platform_'")],
	],
	'a constraint or column means no view': [
		['/station_views?select=folk_boss_fkey(id)', 400, { code: 'PGRST200' }],
		['/town_list?select=stations!mayors_town_id_fkey(id)', 400, { code: 'PGRST200' }],
	],
	'a table is suggested only where its name is very similar': [
		['/station', 404, { code: 'PGRST205', hint: "Perhaps you meant the table 'public.stations'" }],
		['/stations_of_towns', 404, { code: 'PGRST205', hint: null }],
		['/xyz', 404, { code: 'PGRST205', hint: null }],
	],
}

describe.each(Object.entries(refused))('where embeds are refused, %s', (_, cases) => {
	it.each(cases)('GET %s is %i', async (request, status, body) => {
		expect(await get(request)).toMatchObject({ status, body })
	})
})
