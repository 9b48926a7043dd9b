import { copyFile } from 'node:fs/promises'

// n8n looks for the icon beside each compiled file that names it.
for (const folder of ['credentials', 'nodes/Plaudit', 'nodes/PlauditTrigger'])
	await copyFile('src/plaudit.svg', `dist/${folder}/plaudit.svg`)
