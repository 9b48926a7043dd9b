import type { ReactNode } from 'react'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from './notice.tsx'

type Query = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** Why a query could not be read, with another try. `children` name what is missing. */
export function ReadError({ query, children }: { query: Query; children?: ReactNode }) {
	return (
		<Notice isError>
			<p>
				{children} {errorMessage(query.error)}
			</p>
			<Button size="tiny" busy={query.isFetching} onClick={() => query.refetch()}>
				Try again
			</Button>
		</Notice>
	)
}
