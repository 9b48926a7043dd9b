import { useMutation } from '@tanstack/react-query'
import type { SiteCheck } from '#shared/instance/site-check.ts'
import { toFieldProblem } from '#web/lib/client/field-problem.ts'
import { supabase } from '#web/lib/client/supabase.ts'

/** Lets the server look at a page of the owner for the code of a wall. */
export const useSiteCheck = (wallId: string) =>
	useMutation({
		mutationFn: async (url: string): Promise<SiteCheck> => {
			const client = await supabase
			const { data, error } = await client.functions.invoke<SiteCheck>('site-check', { body: { wall_id: wallId, url } })
			if (error) throw await toFieldProblem(error, 'url')
			if (!data) throw new Error('The server gave no answer. Try again.')
			return data
		},
	})
