import '#web/ui/tokens.css'
import '#web/ui/base.css'
import '#web/ui/text.css'
import '#web/lib/supabase.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { AuthProvider } from '#web/lib/auth-context.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'
import { applyTheme } from '#web/lib/theme.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { preloadFrames } from './frames.ts'
import { preloadPage } from './pages.ts'
import { AppRoutes } from './routes.tsx'

applyTheme()
preloadFrames(window.location.pathname)
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
