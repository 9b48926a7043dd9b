#!/usr/bin/env node
import { ensureDependencies } from './dependencies.mjs'
import { become, nodeFlags } from './environment.mjs'

ensureDependencies()
become([...nodeFlags, 'src/cli/main.ts', ...process.argv.slice(2)])
