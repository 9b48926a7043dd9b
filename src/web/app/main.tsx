import '#web/ui/tokens.css'
import '#web/ui/base.css'
import '#web/ui/text.css'
import '#web/lib/client/supabase.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { AuthProvider } from '#web/lib/auth/auth-context.tsx'
import { applyTheme } from '#web/lib/browser/theme.ts'
import { isTransient } from '#web/lib/client/errors.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { preloadLayouts } from './lazy-layouts.ts'
import { preloadPage } from './lazy-pages.ts'
import { AppRoutes } from './routes.tsx'

applyTheme()
preloadLayouts(window.location.pathname)
preloadPage(window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element.')
createRoot(root).render(
	<StrictMode>
		<ErrorBoundary>
			<QueryClientProvider client={createQueryClient()}>
				<BrowserRouter>
					<AuthProvider>
						<AppRoutes />
					</AuthProvider>
				</BrowserRouter>
			</QueryClientProvider>
		</ErrorBoundary>
	</StrictMode>,
)

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
