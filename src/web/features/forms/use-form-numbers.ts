import { useQuery } from '@tanstack/react-query'
import type { DailyNumbers } from '#shared/instance/daily-numbers.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

const dayCount = 28

/** Days are counted in UTC, as on the server. */
const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

export type FormNumbers = Pick<DailyNumbers, 'form_views' | 'starts' | 'sends'>

/** The sum of all days for each form that has any number. */
export function sumByForm(rows: readonly DailyNumbers[]): Map<string, FormNumbers> {
	const sums = new Map<string, FormNumbers>()
	for (const { form_id: form, form_views, starts, sends } of rows) {
		if (form === null) continue
		const sum = sums.get(form) ?? { form_views: 0, starts: 0, sends: 0 }
		sums.set(form, {
			form_views: sum.form_views + form_views,
			starts: sum.starts + starts,
			sends: sum.sends + sends,
		})
	}
	return sums
}

/** Views, starts and sends of the last 28 days by form; forms without any are left out. */
export function useFormNumbers(spaceId: string) {
	return useQuery({
		// Beside the lists of forms, so that saving a form does not count again.
		queryKey: [...queryKeys.numbers(spaceId), 'by form'],
		queryFn: async () => {
			const range = { from: dayBefore(dayCount - 1), to: dayBefore(0) }
			return sumByForm(unwrap(await (await supabase).rpc('space_numbers', { space_id: spaceId, ...range })))
		},
		staleTime: 10_000,
	})
}
