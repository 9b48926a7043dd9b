import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router'
import { AuthProvider } from '#web/lib/auth/auth-context.tsx'
import { isTransient } from '#web/lib/client/errors.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

/** The app with its own query cache and session; the URL chooses the screen. */
export function App() {
	const [queries] = useState(createQueryClient)
	return (
		<ErrorBoundary>
			<QueryClientProvider client={queries}>
				<BrowserRouter>
					<AuthProvider>
						<AppRoutes />
					</AuthProvider>
				</BrowserRouter>
			</QueryClientProvider>
		</ErrorBoundary>
	)
}

/** The page's query cache. Only transient failures are retried, twice. */
function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 30_000,
				retry: (failures, error) => failures < 2 && isTransient(error),
			},
			// Offline, a mutation fails at once, instead of pausing and looking busy.
			mutations: { retry: false, networkMode: 'always' },
		},
	})
}
