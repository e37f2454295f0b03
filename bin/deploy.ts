#!/usr/bin/env node
import { addStacks, createApp } from '../lib/add-stacks.ts';
import { readStage } from '../lib/stage.ts';

// The CDK app: `cdk deploy --all -c stage=dev`. The CDK runs the build before it, see cdk.json.
const app = createApp();
addStacks(app, readStage(app.node, process.env));
