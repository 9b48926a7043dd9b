import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { SpaceProvider, useMemberships } from '#web/lib/space-context.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Toaster } from '#web/ui/toaster.tsx'

const withoutSpace = ['/dashboard/new', '/dashboard/account']

/** Everything behind sign-in: reads the person's spaces first; without one, the way leads to making it. */
export function Page() {
	const { pathname } = useLocation()
	const { data, error, refetch } = useMemberships()
	if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />
	if (!data) return <PageSpinner />
	if (data.length === 0 && !withoutSpace.includes(pathname))
		return <Navigate to="/dashboard/new" replace />
	const outlet = (
		<NuqsAdapter>
			<Suspense fallback={<PageSpinner />}>
				<Outlet />
			</Suspense>
		</NuqsAdapter>
	)
	return (
		<>
			<SpaceProvider memberships={data}>{outlet}</SpaceProvider>
			<Toaster />
		</>
	)
}
