#!/usr/bin/env node
import { addStacks } from '../lib/add-stacks.ts';
import { createApp } from '../lib/create-app.ts';
import { readStage } from '../lib/stage.ts';

// The CDK app: `cdk deploy --all -c stage=dev`. The CDK runs the build before it, see cdk.json.
const app = createApp();
addStacks(app, readStage(app.node, process.env));
