#!/usr/bin/env node
import { addStacks } from '../lib/add-stacks.ts';
import { createApp } from '../lib/create-app.ts';
import { readStage } from '../lib/stage.ts';
import { bundleFunctions } from './bundle-functions.ts';

// The CDK app: `cdk deploy --all -c stage=dev`.
await bundleFunctions();
const app = createApp();
addStacks(app, readStage(app.node));
