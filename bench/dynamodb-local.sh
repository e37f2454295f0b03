#!/bin/bash
# Runs the tests of journeys and faults, or those named, on AWS's own emulator of DynamoDB. Needs Java 17; installs nothing here.
# usage: bench/dynamodb-local.sh [TESTS…]
set -euo pipefail
port=${PORT:-18099}
folder=$(mktemp -d)
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund amplify-dynamodb-simulator
cd "$folder/node_modules/amplify-dynamodb-simulator/emulator"
java -Djava.library.path=DynamoDBLocal_lib -jar DynamoDBLocal.jar -inMemory -port "$port" &
trap 'kill %1; rm -rf "$folder"' EXIT
cd - > /dev/null
[ $# -gt 0 ] || set -- test/journeys test/faults
AWS_ENDPOINT_URL_DYNAMODB="http://127.0.0.1:$port" npx vitest run --project daily "$@"
