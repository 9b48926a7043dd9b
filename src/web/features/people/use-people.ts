import { useMutation } from '@tanstack/react-query'
import type { PeopleFound, PersonErased, PersonFound, PersonSought } from '#shared/person-api.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'

/** The result of a search: the person with that address, or people to choose from. */
export type SearchResult =
	| { kind: 'person'; sought: PersonSought; found: PersonFound; confirmation: string }
	| { kind: 'people'; name: string; found: PeopleFound }

/** True when a text is sought as an address. */
export const isAddress = (text: string): boolean => text.includes('@')

/** Searches by whole address or by name. Each search is written into the history, so nothing is searched again by itself. */
export const useSearch = (spaceId: string) =>
	useMutation({
		mutationFn: async (text: string): Promise<SearchResult> => {
			if (isAddress(text))
				return findPerson(spaceId, { address: text.trim(), testimonial_ids: [] }, text.trim().toLowerCase())
			const name = text.trim()
			const client = await supabase
			return { kind: 'people', name, found: unwrap(await client.rpc('find_people', { space_id: spaceId, name })) }
		},
	})

/** Searches for everything that goes with chosen testimonials, and an address. `confirmation` is typed for the erasure. */
export const useChoice = (spaceId: string) =>
	useMutation({
		mutationFn: ({ sought, confirmation }: { sought: PersonSought; confirmation: string }) =>
			findPerson(spaceId, sought, confirmation),
	})

async function findPerson(spaceId: string, sought: PersonSought, confirmation: string): Promise<SearchResult> {
	const client = await supabase
	const found = unwrap(await client.rpc('find_person', { space_id: spaceId, ...sought }))
	return { kind: 'person', sought, found, confirmation }
}

/** A link that downloads one person's data. */
export const usePersonDownload = (spaceId: string) =>
	useMutation({
		mutationFn: async (sought: PersonSought): Promise<string> => {
			const body = { space_id: spaceId, ...sought }
			const client = await supabase
			return unwrap(await client.functions.invoke<{ url: string }>('person-link', { body })).url
		},
		onSuccess: (url) => window.location.assign(url),
	})

export const useMailPages = (spaceId: string) =>
	useMutation({
		mutationFn: async (testimonial_ids: string[]): Promise<number> =>
			unwrap(await (await supabase).rpc('mail_private_pages', { space_id: spaceId, testimonial_ids })),
	})

export const useErasePerson = (spaceId: string) =>
	useMutation({
		mutationFn: async (sought: PersonSought): Promise<PersonErased> =>
			unwrap(await (await supabase).rpc('erase_person', { space_id: spaceId, ...sought })),
	})
