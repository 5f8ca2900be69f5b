"use strict";
/* Starts `visviva lsp` and hands it the documents of the language visviva. */
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const command = workspace.getConfiguration("visviva").get("path") || "visviva";
  client = new LanguageClient("visviva", "visviva", { command, args: ["lsp"] }, { documentSelector: [{ language: "visviva" }] });
  await client.start();
};

exports.deactivate = () => client?.stop();
