import { afterAll, beforeAll, describe } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { testWireCases } from '#test/support/rest/wire-cases.ts'
import { asOwner } from '#test/support/test-database.ts'

const table = `
create table public.seats (id int primary key, place int unique deferrable initially immediate);
insert into public.seats values (1, 1);
create function public.take_seat(later bool default false) returns void language plpgsql as $$
	begin
		if later then set constraints all deferred; end if;
		insert into public.seats values (2, 1);
	end $$;
grant all on public.seats to service_role;
grant execute on function public.take_seat to service_role;
notify pgrst, 'reload schema';
`
let library: Library
beforeAll(async () => {
	library = await openLibrary({ allowTxOverride: true })
	await asOwner(library.database, table)
})
afterAll(() => library.close())

const undone = { prefer: 'tx=rollback,return=representation' }
const taken = {
	code: '23505',
	details: 'Key (place)=(1) already exists.',
	hint: null,
	message: 'duplicate key value violates unique constraint "seats_place_key"',
}

describe('tx=rollback', () => {
	testWireCases(() => library, {
		'a read is answered': {
			ask: ['GET', '/seats', undefined, undone],
			status: 200,
			headers: { 'preference-applied': 'tx=rollback' },
			body: [{ id: 1, place: 1 }],
		},
		'an insert is answered': {
			ask: ['POST', '/seats', { id: 5, place: 5 }, undone],
			status: 201,
			headers: { 'preference-applied': 'return=representation, tx=rollback' },
			body: [{ id: 5, place: 5 }],
		},
		'an upsert of one row is answered': {
			ask: ['PUT', '/seats?id=eq.5', { id: 5, place: 5 }, undone],
			status: 201,
			body: [{ id: 5, place: 5 }],
		},
		'an update is answered': {
			ask: ['PATCH', '/seats?id=eq.1', { place: 9 }, undone],
			status: 200,
			body: [{ id: 1, place: 9 }],
		},
		'a delete is answered': {
			ask: ['DELETE', '/seats?id=eq.1', undefined, undone],
			status: 200,
			body: [{ id: 1, place: 1 }],
		},
		'nothing of all that is kept': {
			ask: ['GET', '/seats'],
			status: 200,
			body: [{ id: 1, place: 1 }],
		},
		'a constraint is checked': {
			ask: ['POST', '/rpc/take_seat', {}, undone],
			status: 409,
			headers: { 'preference-applied': null },
			body: taken,
		},
		'a constraint that the commit would check is checked': {
			ask: ['POST', '/rpc/take_seat', { later: true }, undone],
			status: 409,
			headers: { 'preference-applied': null },
			body: taken,
		},
	})
})

describe('tx=commit', () => {
	const kept = { prefer: 'tx=commit,return=representation' }
	testWireCases(() => library, {
		'a constraint that the commit checks fails the request': {
			ask: ['POST', '/rpc/take_seat', { later: true }, kept],
			status: 409,
			body: taken,
		},
		'an update is kept': {
			ask: ['PATCH', '/seats?id=eq.1', { place: 9 }, kept],
			status: 200,
			headers: { 'preference-applied': 'return=representation, tx=commit' },
		},
		'it is there': { ask: ['GET', '/seats'], status: 200, body: [{ id: 1, place: 9 }] },
	})
})
