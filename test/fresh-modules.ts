import { vi } from 'vitest'

// Test files share a process with its packages, and no module of ours: each file starts with new ones, so that nothing
// which a module keeps (statements' names, counters) reaches the next file.
vi.resetModules()
