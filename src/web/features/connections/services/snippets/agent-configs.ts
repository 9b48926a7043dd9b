/** An agent that speaks MCP, and the text by which it learns the address and the key. */
export type AgentConfig = {
	id: string
	name: string
	/** Where the text goes. */
	place: string
	text: (address: string, key: string) => string
	note?: string
}

const json = (value: unknown) => JSON.stringify(value, null, 2)
const headers = (key: string) => ({ Authorization: `Bearer ${key}` })

/** The known agents, each in the form that it reads. The last fits most others. */
export const agentConfigs: readonly [AgentConfig, ...AgentConfig[]] = [
	{
		id: 'claude-code',
		name: 'Claude Code',
		place: 'Run it in a terminal, in the folder of your project. With --scope user it counts in each of them.',
		text: (address, key) =>
			`claude mcp add --transport http plaudit ${address} \\\n  --header "Authorization: Bearer ${key}"`,
	},
	{
		id: 'claude-desktop',
		name: 'Claude Desktop',
		place: 'Settings, Developer, Edit Config: it opens claude_desktop_config.json. Then start it again.',
		// A header with a space in an argument is split on some systems, so the value is in the environment.
		text: (address, key) =>
			json({
				mcpServers: {
					plaudit: {
						command: 'npx',
						args: ['-y', 'mcp-remote', address, '--header', `Authorization:\${PLAUDIT_KEY}`],
						env: { PLAUDIT_KEY: `Bearer ${key}` },
					},
				},
			}),
		note: 'It starts programs alone: mcp-remote from npm hands its calls on, and needs Node.js.',
	},
	{
		id: 'cursor',
		name: 'Cursor',
		place: 'Into .cursor/mcp.json of a project, or ~/.cursor/mcp.json for all of them.',
		text: (address, key) => json({ mcpServers: { plaudit: { url: address, headers: headers(key) } } }),
	},
	{
		id: 'vs-code',
		name: 'VS Code',
		place: 'Into .vscode/mcp.json of a folder, or by the command “MCP: Open User Configuration”.',
		text: (address, key) => json({ servers: { plaudit: { type: 'http', url: address, headers: headers(key) } } }),
	},
	{
		id: 'codex',
		name: 'Codex',
		place: 'Run it in a terminal. The key must be in the environment when Codex starts, too.',
		text: (address, key) =>
			`export PLAUDIT_KEY=${key}\ncodex mcp add plaudit --url ${address} \\\n  --bearer-token-env-var PLAUDIT_KEY`,
	},
	{
		id: 'other',
		name: 'Another one',
		place:
			'Most read this from .mcp.json or mcp.json. Some name the fields otherwise: they want the address and the header.',
		text: (address, key) => json({ mcpServers: { plaudit: { type: 'http', url: address, headers: headers(key) } } }),
	},
]
