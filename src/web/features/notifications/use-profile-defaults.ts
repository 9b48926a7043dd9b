import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useProfile } from '#web/lib/spaces/common-queries.ts'

const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** Stores this browser's time zone and language in a profile that has none: mails follow them. */
export function useProfileDefaults(): void {
	const queries = useQueryClient()
	const { data: profile } = useProfile()
	useEffect(() => {
		if (!profile || (profile.time_zone && profile.locale)) return
		const { language } = navigator
		const time_zone = profile.time_zone ?? browserTimeZone()
		const locale = profile.locale ?? (languageTag.test(language) ? language : null)
		if (time_zone === profile.time_zone && locale === profile.locale) return
		void save({ id: profile.id, time_zone, locale })
			.then(() => refetchQueries(queries, queryKeys.profile(profile.id)))
			// A zone that the server does not know leaves UTC, which the screen of notifications shows.
			.catch(() => {})
	}, [profile, queries])
}

async function save({ id, ...defaults }: { id: string; time_zone: string | null; locale: string | null }) {
	const client = await supabase
	throwIfError(await client.from('profiles').update(defaults).eq('id', id))
}

/** The IANA name of this browser's time zone. */
export function browserTimeZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone
}
