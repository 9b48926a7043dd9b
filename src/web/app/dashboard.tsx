import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { SpaceProvider, useMemberships } from '#web/lib/spaces/space-context.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

const withoutSpace = ['/dashboard/new', '/dashboard/new/archive', '/dashboard/account', '/dashboard/instance']

/** Everything behind sign-in. Reads the person's spaces first; a person without one is sent to create it. */
export function Page() {
	const { pathname } = useLocation()
	const { data, error, refetch } = useMemberships()
	if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />
	if (!data) return <PageSpinner />
	if (data.length === 0 && !withoutSpace.includes(pathname)) return <Navigate to="/dashboard/new" replace />
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
